import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import type { Lived } from '../../tools/upgrade-fixture.ts'
import type { DatabaseName, Installation } from './installation.ts'

const FOLDER = resolve(import.meta.dirname, '../upgrades')

/** The schemas of which a database is kept, each by the name of its newest migration, the oldest first. */
export const releasedSchemas = (): string[] => readdirSync(FOLDER).sort()

/** Puts the database of a released schema into an installation that was never started. @returns what is in it */
export async function putReleased(
  schema: string,
  database: DatabaseName,
  { databaseUrl, dataDir }: Installation,
): Promise<Lived> {
  const read = (name: string) => readFileSync(join(FOLDER, schema, name))
  if (databaseUrl) {
    const client = new pg.Client(databaseUrl)
    await client.connect()
    await client.query(String(gunzipSync(read('PostgreSQL.sql.gz'))))
    await client.end()
  } else writeFileSync(join(dataDir, 'baton.db'), gunzipSync(read('SQLite.db.gz')))
  return JSON.parse(String(read('lived.json')))[database]
}

/** Runs statements on an installation's database, as no program of ours does. @returns the rows of the last one */
export async function runSql({ databaseUrl, dataDir }: Installation, sql: string): Promise<object[]> {
  if (databaseUrl) {
    const client = new pg.Client(databaseUrl)
    await client.connect()
    return client
      .query(sql)
      .then(({ rows }) => rows)
      .finally(() => client.end())
  }
  const file = new DatabaseSync(join(dataDir, 'baton.db'))
  try {
    return file.prepare(sql).all()
  } finally {
    file.close()
  }
}
