import { resolve } from 'node:path'
import { countRows } from '../db/count-rows.ts'
import { continueEventNumbers } from '../db/event-numbers.ts'
import { schemaState } from '../db/migrate.ts'
import { tableNames } from '../db/table-names.ts'
import type { Db, Tables, Tx } from '../db/tables.ts'
import { lineFor } from '../features/search-index/index.ts'
import { type Config, readConfig } from '../settings/config.ts'
import { type Entry, type Header, type RowValues, readArchive } from './archive.ts'
import { countsTable, runCommand } from './command.ts'
import { withDependencies } from './with-dependencies.ts'

const VALUES_AT_ONCE = 10_000 // in one statement; SQLite accepts 32,766 parameters
const ROWS_AT_ONCE = 500

/**
 * Imports an exported file into an empty database (PostgreSQL or embedded) in one transaction.
 *
 * @returns the number of rows by table, counted in the database
 * @throws Error with a sentence when the target isn't empty, a server is using the embedded database, or the file is
 * incomplete or of another version
 */
async function importInstallation(config: Config, file: string): Promise<Record<string, number>> {
  const { header, entries } = await readArchive(file)
  try {
    return await withDependencies(config, async (deps) => {
      await assertSameVersion(deps.database.read, header)
      return await deps.database.transaction(async (tx) => {
        await assertEmpty(tx)
        const expected = await insertAll(tx, entries)
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
  // Those that a server queues at each start are in no installation's way.
  await tx.deleteFrom('jobs').execute()
  for (const table of tableNames)
    if (
      await tx
        .selectFrom(table as 'users')
        .selectAll()
        .limit(1)
        .executeTakeFirst()
    )
      throw new Error(
        `The target is not empty: its table ${table} has rows. Import into a database, or a DATA_DIR, of its own.`,
      )
}

/** Inserts all rows of the file. Returns the row counts by table from its end. */
async function insertAll(tx: Tx, entries: AsyncIterable<Entry>): Promise<Record<string, number>> {
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
    const columns = Object.keys(entry.row).length
    if (entry.table !== table || waiting.length >= Math.min(ROWS_AT_ONCE, VALUES_AT_ONCE / columns)) await flush()
    table = entry.table
    waiting.push(table === 'search_lines' ? lineFor(tx, entry.row as never) : entry.row)
  }
  throw new Error('The file has no end.')
}

/** @throws Error when the row counts of the database and of the file differ */
async function verified(tx: Tx, expected: Record<string, number>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of tableNames) {
    counts[table] = await countRows(tx.selectFrom(table as keyof Tables as 'users'))
    if (counts[table] !== (expected[table] ?? 0))
      throw new Error(`${table}: ${expected[table] ?? 0} rows were exported, ${counts[table]} have arrived.`)
  }
  return counts
}

await runCommand(async ([file]) => {
  if (!file) throw new Error('Usage: npm run import -- FILE')
  const config = readConfig()
  const rows = await importInstallation(config, file)
  console.log(`Imported ${resolve(file)}; every table counted and complete.`)
  console.log(countsTable(rows))
  console.log(`Uploaded files and the key of secrets were not in it: they belong in ${resolve(config.dataDir)}.`)
})
