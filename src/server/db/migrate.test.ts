import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { createEmbeddedPlatform } from '../platform/embedded/platform.ts'
import type { Platform } from '../platform/platform.ts'
import { createPostgresPlatform } from '../platform/postgres/platform.ts'
import { createPostgresDatabase, databases, testLog } from '../testing/database.ts'
import { tableNames } from './table-names.ts'

const MIGRATIONS = join(import.meta.dirname, 'migrations')
/** Migrations up to this one were made before the first release. */
const SETTLED = '0029-asked-by-mail.ts'

let atEnd: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of atEnd.reverse()) await end()
  atEnd = []
})

const opened = (platform: Platform) => {
  atEnd.push(() => platform.close())
  return platform.database
}

it('makes the schema in a new folder once', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'baton-migrate-'))
  atEnd.push(() => rm(dataDir, { recursive: true }))
  const database = opened(await createEmbeddedPlatform({ dataDir, log: testLog }))
  expect(await database.isReady()).toBe(false)
  await Promise.all([database.migrate(), database.migrate()])
  expect(await database.isReady()).toBe(true)
})

it('says of each migration that takes something away, by its name, from which version on it can be done without', () => {
  const later = globSync('[0-9]*.ts', { cwd: MIGRATIONS }).filter((name) => name > SETTLED)
  const taking = later.filter((name) =>
    /\b(drop ?(table|column)|rename ?(to|column))\b/i.test(readFileSync(join(MIGRATIONS, name), 'utf8')),
  )
  expect(taking.filter((name) => !/-needs-\d{4}\.ts$/.test(name))).toEqual([])
})

describe.each(databases())('a database from before version 1.0.0 on $name', ({ create }) => {
  it.each(['0002-unchecked-references', '0001-start'])(
    'is refused with a sentence that says what to do, by its %s',
    async (name) => {
      const platform = await create()
      atEnd.push(() => platform.close())
      const { database } = platform
      await database.transaction((tx) => sql`insert into kysely_migration values (${name}, '2026-01-01')`.execute(tx))
      await expect(database.migrate()).rejects.toThrow(/made by a version from before 1\.0\.0.* begin anew\./)
    },
  )
})

describe.each(databases().filter(({ name }) => name === 'postgres'))('on $name', () => {
  it('makes the schema once when several processes start at the same time', async () => {
    const { databaseUrl, drop } = await createPostgresDatabase()
    atEnd.push(drop)
    const open = async () => opened(await createPostgresPlatform({ databaseUrl, log: testLog }))
    const processes = await Promise.all([open(), open(), open()])
    await sql`drop schema public cascade`.execute(processes[0]!.read)
    await sql`create schema public`.execute(processes[0]!.read)
    expect(await processes[0]!.isReady()).toBe(false)
    await Promise.all(processes.map((database) => database.migrate()))
    for (const database of processes) expect(await database.isReady()).toBe(true)
  })

  it('has every text in the order of its code points, whatever the language of the server', async () => {
    const { databaseUrl, drop } = await createPostgresDatabase()
    atEnd.push(drop)
    const database = opened(await createPostgresPlatform({ databaseUrl, log: testLog }))
    await database.migrate()
    const { rows } = await sql<{ name: string; collation: string }>`
      select attrelid::regclass || '.' || attname as name, collname as collation
      from pg_attribute join pg_class on pg_class.oid = attrelid join pg_collation on pg_collation.oid = attcollation
      where relkind = 'r' and relname = any(${tableNames}) and attnum > 0 and not attisdropped`.execute(database.read)
    expect(rows.length).toBeGreaterThan(tableNames.length)
    expect(rows.filter(({ collation }) => collation !== 'C')).toEqual([])
  })
})
