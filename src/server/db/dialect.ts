import { type Kysely, PostgresAdapter } from 'kysely'

/** Whether the database is PostgreSQL, which locks single rows; SQLite lets only one transaction write at a time. */
export function hasRowLocks<T>(db: Kysely<T>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}
