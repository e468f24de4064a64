import { type Kysely, PostgresAdapter } from 'kysely'

/**
 * Whether the database is PostgreSQL, which locks single rows; SQLite lets only one transaction write at a time. Most
 * differences in SQL are hidden in the modules of this folder; a few other modules call this function themselves.
 */
export function hasRowLocks<T>(db: Kysely<T>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}
