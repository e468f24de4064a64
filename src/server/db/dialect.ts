import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'

/** Whether the database is PostgreSQL, which locks single rows; SQLite lets only one transaction write at a time. */
export function hasRowLocks<T>(db: Kysely<T>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

/** The time in milliseconds since 1970. On PostgreSQL its server's, on which all processes agree; else `now`. */
export function clock<T>(db: Kysely<T>, now = Date.now()): RawBuilder<number> {
  return hasRowLocks(db) ? sql`(extract(epoch from statement_timestamp()) * 1000)::bigint` : sql`${now}`
}
