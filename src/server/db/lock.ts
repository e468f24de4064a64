import { sql } from 'kysely'
import { hasRowLocks } from './dialect.ts'
import type { TableWithId } from './rows.ts'
import type { Db, Tx } from './tables.ts'

/**
 * Locks a row until the transaction ends, so that what is read from it stays true. Another transaction that locks it
 * has to wait; one that inserts rows which refer to it need not. Does nothing on SQLite, where only one transaction
 * writes at a time.
 */
export async function lockRow(tx: Tx, table: TableWithId, id: string): Promise<void> {
  if (hasRowLocks(tx)) await sql`select 1 from ${sql.table(table)} where id = ${id} for no key update`.execute(tx)
}

/** Lets one transaction at a time continue under a name, where no row can be locked. Does nothing on SQLite. */
export async function lockName(tx: Tx, name: string): Promise<void> {
  if (hasRowLocks(tx)) await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/** Locks the rows that a query finds (`FOR NO KEY UPDATE`) and reads them then. Does nothing on SQLite. */
export function forUpdate<Query extends { forNoKeyUpdate(): Query }>(tx: Db, query: Query): Query {
  return hasRowLocks(tx) ? query.forNoKeyUpdate() : query
}
