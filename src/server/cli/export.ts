import { resolve } from 'node:path'
import { highestEventNumber } from '../db/event-numbers.ts'
import { schemaState } from '../db/migrate.ts'
import { streamRows } from '../db/stream-rows.ts'
import { tableNames } from '../db/table-names.ts'
import type { Db } from '../db/tables.ts'
import { streamLines } from '../features/search-index/index.ts'
import { readWhileStopped } from '../platform/create-platform.ts'
import { type Config, readConfig } from '../settings/config.ts'
import { type RowValues, writeArchive } from './archive.ts'
import { commandLog, countsTable, runCommand } from './command.ts'

/**
 * Writes all rows of the database to one file, which is the same whether they are in SQLite or in PostgreSQL.
 * @returns the number of rows by table
 * @throws Error with a sentence when there is nothing to export, a server is running, or the file exists
 */
function exportInstallation(config: Config, file: string): Promise<Record<string, number>> {
  return readWhileStopped(config, commandLog(), async (db) => {
    const { applied } = await schemaState(db)
    const header = { migrations: applied, event_number: await highestEventNumber(db) }
    return await writeArchive(file, header, rowsOf(db))
  })
}

async function* rowsOf(db: Db): AsyncGenerator<{ table: string; row: RowValues }> {
  for (const table of tableNames)
    for await (const row of table === 'search_lines' ? streamLines(db) : streamTable(db, table))
      yield { table, row: row as unknown as RowValues }
}

async function* streamTable(db: Db, table: (typeof tableNames)[number]): AsyncGenerator<object> {
  for await (const row of streamRows(db, db.selectFrom(table as 'users').selectAll())) {
    // The id of an event's transaction means something only in the PostgreSQL server that gave it.
    const { xid, ...values } = row as { xid?: string }
    yield values
  }
}

await runCommand(async ([file]) => {
  if (!file) throw new Error('Usage: npm run export -- FILE')
  const config = readConfig()
  const rows = await exportInstallation(config, file)
  console.log(`Exported to ${resolve(file)}, which holds secrets: keep it as you keep the database.`)
  console.log(countsTable(rows))
  console.log(`Uploaded files and the key of secrets are not in it: keep ${resolve(config.dataDir)}.`)
})
