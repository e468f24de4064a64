import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, inject, it } from 'vitest'
import { tableNames } from '#server/db/table-names.ts'
import { newDatabase } from '../api/support/storage.ts'
import { runCommand } from './support/command.ts'
import { databaseNames, newInstallation } from './support/installation.ts'
import { readExport } from './support/read-export.ts'
import { storedRows } from './support/stored.ts'

const hasPostgres = databaseNames().includes('PostgreSQL')
it.skipIf(hasPostgres)('is tried where there is a PostgreSQL', () => console.warn('PostgreSQL is missing.'))

it.runIf(hasPostgres)('every table comes through both databases and back, each value as it was', async () => {
  const installation = await newInstallation('SQLite')
  const folder = mkdtempSync(join(tmpdir(), 'baton-rows-'))
  const { dataDir } = installation
  try {
    await (await installation.begin()).product.stop()
    fillTables(join(dataDir, 'baton.db'))
    const places: Record<string, string>[] = [
      { DATA_DIR: dataDir },
      { DATA_DIR: dataDir, DATABASE_URL: await newDatabase(inject('ownPostgres')!) },
      { DATA_DIR: dataDir, DATABASE_URL: await newDatabase(inject('ownPostgres')!) },
      { DATA_DIR: join(folder, 'data') },
    ]
    let before: Record<string, string[]> | undefined
    for (const [index, env] of places.entries()) {
      const file = join(folder, `${index}.export`)
      if (index > 0) {
        const imported = await runCommand('import', [join(folder, `${index - 1}.export`)], env)
        expect(imported.code, imported.output).toBe(0)
        const again = await runCommand('import', [join(folder, `${index - 1}.export`)], env)
        expect([again.code, again.output]).toEqual([1, expect.stringContaining('not empty')])
      }
      writeFileSync(`${file}.part`, 'what an export left that was killed')
      const exported = await runCommand('export', [file], env)
      expect(exported.code, exported.output).toBe(0)
      const rows = readExport(file)
      expect(Object.keys(rows).toSorted()).toEqual(tableNames.toSorted())
      before ??= rows
      expect(rows).toEqual(before)
      expect(existsSync(`${file}.part`)).toBe(false)
    }
  } finally {
    await installation.remove()
    rmSync(folder, { recursive: true })
  }
})

it.runIf(hasPostgres)('an export finds an empty database of PostgreSQL, and leaves it empty', async () => {
  const installation = await newInstallation('PostgreSQL')
  const env = { DATA_DIR: installation.dataDir, DATABASE_URL: installation.databaseUrl! }
  const { code, output } = await runCommand('export', [join(installation.dataDir, 'baton.export')], env)
  expect([code, output]).toEqual([1, expect.stringContaining('There is no installation in the database')])
  expect(await storedRows(installation, "select 1 from pg_class where relname = 'organizations'")).toEqual([])
  await installation.remove()
})

it.runIf(hasPostgres)('an export of PostgreSQL for which the disk has no room leaves no file', async () => {
  const installation = await newInstallation('PostgreSQL')
  const env = { DATA_DIR: installation.dataDir, DATABASE_URL: installation.databaseUrl! }
  const file = join(installation.dataDir, 'baton.export')
  try {
    const { product } = await installation.begin()
    const inUse = await runCommand('export', [file], env)
    expect([inUse.code, inUse.output]).toEqual([1, expect.stringMatching(/in use by processes of Baton \(on .+\)/)])
    await product.stop()
    const { code, output } = await runCommand('export', [file], env, '-f 1')
    expect([code, output]).toEqual([1, expect.stringMatching(/file too large|no space left/i)])
    expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([false, false])
  } finally {
    await installation.remove()
  }
})

interface Column {
  name: string
  type: string
  notnull: 0 | 1
  pk: number
}

/** Adds two rows to each table: one with the largest and oddest values it can hold, and one with all the nulls it can. */
function fillTables(path: string): void {
  const database = new DatabaseSync(path)
  const all = <Row>(query: string, ...parameters: string[]) => database.prepare(query).all(...parameters) as Row[]
  const made = new Map<string, Record<string, unknown>[]>()
  for (const table of tableNames) {
    const columns = all<Column>('select * from pragma_table_info(?)', table)
    const keys = all<{ table: string; from: string; to: string }>('select * from pragma_foreign_key_list(?)', table)
    const rows = [0, 1].map((index) => {
      const values = columns.map((column): [string, unknown] => {
        const key = keys.find(({ from }) => from === column.name)
        if (index === 1 && !column.notnull && !column.pk) return [column.name, null]
        if (key) return [column.name, made.get(key.table)![index]![key.to]]
        return [column.name, valueFor(table, column, index)]
      })
      return Object.fromEntries(values)
    })
    const names = columns.map(({ name }) => name)
    const insert = database.prepare(`insert into ${table} (${names.join()}) values (${names.map(() => '?').join()})`)
    for (const row of rows) insert.run(...(names.map((name) => row[name]) as never[]))
    made.set(table, rows)
  }
  database.close()
}

function valueFor(table: string, { name, type }: Column, index: number): unknown {
  if (table === 'search_lines' && name === 'organization_id') return `0195b7a0-0000-7000-8000-00000000000${index}`
  if (table === 'search_lines' && name === 'words') return ['two words and two more', 'créme_brulee 東 京'][index]
  if (type === 'bytea') return Uint8Array.from({ length: 256 }, (_, byte) => (byte + index) % 256)
  if (type === 'double precision') return 0.1 + 0.2 + index
  if (/^bigint$/i.test(type)) return Number.MAX_SAFE_INTEGER - index
  if (/^integer$/i.test(type)) return 2 ** 31 - 10 - index
  return `${table}.${name} ${index}: “é” 👋 \\ ' " \t\n\u2028{"$bytes":""}`
}
