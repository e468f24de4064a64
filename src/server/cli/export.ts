import { resolve } from 'node:path'
import { highestEventNumber } from '../db/event-numbers.ts'
import { schemaState } from '../db/migrate.ts'
import { tableNames } from '../db/table-names.ts'
import type { Db } from '../db/tables.ts'
import { createPlatform } from '../platform/create-platform.ts'
import { embeddedDatabaseIn } from '../platform/data-folder.ts'
import { type Config, readConfig } from '../settings/config.ts'
import { type RowValues, writeArchive } from './archive.ts'
import { commandLog, countsTable, runCommand } from './command.ts'

/**
 * Writes all rows of the embedded database to one file.
 * @returns the number of rows by table
 * @throws Error with a sentence when `DATABASE_URL` is set, there is nothing to export, the server is running, or the
 * file exists
 */
async function exportInstallation(config: Config, file: string): Promise<Record<string, number>> {
  if (config.databaseUrl)
    throw new Error('Export reads the embedded database: unset DATABASE_URL. For PostgreSQL there is pg_dump.')
  embeddedDatabaseIn(config.dataDir)
  const platform = await createPlatform(config, commandLog())
  try {
    await platform.database.migrate()
    const db = platform.database.read
    const { applied } = await schemaState(db)
    const header = { migrations: applied, event_number: await highestEventNumber(db) }
    return await writeArchive(file, header, rowsOf(db))
  } finally {
    await platform.close()
  }
}

async function* rowsOf(db: Db): AsyncGenerator<{ table: string; row: RowValues }> {
  for (const table of tableNames)
    for await (const row of db
      .selectFrom(table as 'users')
      .selectAll()
      .stream())
      yield { table, row: row as unknown as RowValues }
}

if (import.meta.main)
  await runCommand(async ([file]) => {
    if (!file) throw new Error('Usage: npm run export -- FILE')
    const config = readConfig()
    const rows = await exportInstallation(config, file)
    console.log(`Exported to ${resolve(file)}, which holds secrets: keep it as you keep the database.`)
    console.log(countsTable(rows))
    console.log(`Uploaded files are not in it: keep ${resolve(config.dataDir, 'files')} in the new DATA_DIR.`)
    return true
  })
