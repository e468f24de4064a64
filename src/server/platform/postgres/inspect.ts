import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { newestEventAt, schemaState } from '../../db/migrate.ts'
import type { Tables } from '../../db/tables.ts'
import type { DatabaseState } from '../platform.ts'
import { connectionOptions } from './pool.ts'

const OLDEST_VERSION = 15

export async function inspectPostgres(databaseUrl: string): Promise<DatabaseState> {
  const pool = new pg.Pool({ ...connectionOptions(databaseUrl), max: 1, statement_timeout: 10_000 })
  pool.on('error', () => {}) // the next query says it
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    const { rows } = await sql<{ version: string; clock: number; is_replica: boolean }>`
      select current_setting('server_version') as version, pg_is_in_recovery() as is_replica,
        (extract(epoch from clock_timestamp()) * 1000)::bigint as clock`.execute(db)
    const { version, clock, is_replica } = rows[0]!
    const schema = await schemaState(db)
    const problem =
      Number.parseInt(version, 10) < OLDEST_VERSION
        ? `PostgreSQL ${OLDEST_VERSION} is the oldest that will do.`
        : is_replica
          ? 'It only reads: DATABASE_URL leads to a replica.'
          : undefined
    return { name: `PostgreSQL ${version}`, schema, clock, newestEventAt: await newestEventAt(db, schema), problem }
  } finally {
    await db.destroy()
  }
}
