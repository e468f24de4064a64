import { type Kysely, PostgresAdapter } from 'kysely'

/**
 * Whether the database locks single rows (PostgreSQL) or excludes writers from each other (SQLite).
 * All that SQL can't say alike on both stands in this folder's helpers; nothing else asks.
 */
export function hasRowLocks<T>(db: Kysely<T>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}
