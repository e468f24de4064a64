import { resolve } from 'node:path'
import { type Config, readConfig } from '../config.ts'
import type { Dependencies } from '../context.ts'
import { countRows } from '../db/count-rows.ts'
import { continueEventNumbers } from '../db/event-numbers.ts'
import { schemaState } from '../db/migrate.ts'
import { tableNames } from '../db/table-names.ts'
import type { Db, Tables, Tx } from '../db/tables.ts'
import { jobHandlers } from '../jobs/registry.ts'
import type { JobDefinition } from '../platform/platform.ts'
import { type Entry, type Header, type RowValues, readArchive } from './archive.ts'
import { countsTable, runCommand } from './command.ts'
import { withDependencies } from './with-dependencies.ts'

const VALUES_AT_ONCE = 10_000 // in one statement; SQLite accepts 32,766 parameters
const ROWS_AT_ONCE = 500
const JOBS = 'jobs'

/**
 * Imports an exported file into an empty database (PostgreSQL or embedded) in one transaction.
 *
 * @returns the number of rows by table, counted in the database; of jobs, the number in the file
 * @throws Error with a sentence when the target isn't empty, a server is using the embedded database, or the file is
 * incomplete or of another version
 */
async function importInstallation(config: Config, file: string): Promise<Record<string, number>> {
  const { header, entries } = await readArchive(file)
  try {
    return await withDependencies(config, async (deps) => {
      await assertSameVersion(deps.database.read, header)
      const definitions = jobHandlers(deps).map((handler) => handler.definition)
      return await deps.database.transaction(async (tx) => {
        await assertEmpty(tx)
        const expected = await insertAll(tx, entries, (job) => restoreJob(deps, tx, definitions, job))
        await continueEventNumbers(tx, header.event_number)
        return await verified(tx, expected)
      })
    })
  } finally {
    await entries.return(undefined)
  }
}

async function assertSameVersion(db: Db, { migrations }: Header): Promise<void> {
  const { applied } = await schemaState(db)
  if (applied.join() !== migrations.join())
    throw new Error('The file was exported by another version of Baton. Export and import with the same one.')
}

async function assertEmpty(tx: Tx): Promise<void> {
  // A server that was only started has already queued jobs, so the table of jobs needn't be empty.
  for (const table of tableNames.filter((name) => name !== JOBS))
    if (
      await tx
        .selectFrom(table as 'users')
        .selectAll()
        .limit(1)
        .executeTakeFirst()
    )
      throw new Error(`The target is not empty: its table ${table} has rows. Import into a database of its own.`)
}

/**
 * Inserts all rows of the file and restores its jobs.
 * @returns the row counts by table from the end of the file
 */
async function insertAll(
  tx: Tx,
  entries: AsyncIterable<Entry>,
  restore: (job: Tables['jobs']) => Promise<void>,
): Promise<Record<string, number>> {
  let table = ''
  let waiting: RowValues[] = []
  const flush = async () => {
    if (waiting.length > 0)
      await tx
        .insertInto(table as 'users')
        .values(waiting as never)
        .execute()
    waiting = []
  }
  for await (const entry of entries) {
    if ('rows' in entry) {
      await flush()
      return entry.rows
    }
    if (entry.table === JOBS) {
      await restore(entry.row as unknown as Tables['jobs'])
      continue
    }
    const columns = Object.keys(entry.row).length
    if (entry.table !== table || waiting.length >= Math.min(ROWS_AT_ONCE, VALUES_AT_ONCE / columns)) await flush()
    table = entry.table
    waiting.push(entry.row)
  }
  throw new Error('The file has no end.')
}

/**
 * Queues an exported job again, for its original time (at once if that is past) and with its full number of
 * attempts. Jobs that failed for good are skipped.
 */
async function restoreJob(
  deps: Dependencies,
  tx: Tx,
  definitions: readonly JobDefinition<never>[],
  job: Tables['jobs'],
): Promise<void> {
  if (job.state === 'dead') return
  const definition = definitions.find(({ name }) => name === job.name)
  if (!definition) throw new Error(`The file holds a job of an unknown kind: ${job.name}.`)
  const delaySeconds = Math.max(0, Math.ceil((job.run_at - deps.now()) / 1000))
  await deps.jobs.send(tx, definition as JobDefinition<unknown>, JSON.parse(job.payload), { delaySeconds })
}

/**
 * Compares the row counts of the database with those of the file, except for jobs, some of which are not restored.
 * @returns the row counts; of jobs, the number in the file
 * @throws Error when they differ
 */
async function verified(tx: Tx, expected: Record<string, number>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of tableNames) {
    if (table === JOBS) continue
    counts[table] = await countRows(tx.selectFrom(table as keyof Tables as 'users'))
    if (counts[table] !== (expected[table] ?? 0))
      throw new Error(`${table}: ${expected[table] ?? 0} rows were exported, ${counts[table]} have arrived.`)
  }
  return { ...counts, [JOBS]: expected[JOBS] ?? 0 }
}

if (import.meta.main)
  await runCommand(async ([file]) => {
    if (!file) throw new Error('Usage: DATABASE_URL=postgres://… npm run import -- FILE')
    const config = readConfig()
    const rows = await importInstallation(config, file)
    console.log(`Imported ${resolve(file)}; every table counted and complete.`)
    console.log(countsTable(rows))
    console.log(`Uploaded files were not in it: they belong in ${resolve(config.dataDir, 'files')}.`)
    return true
  })
