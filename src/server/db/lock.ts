import { sql } from 'kysely'
import { hasRowLocks } from './dialect.ts'
import type { Db, Tables, Tx } from './tables.ts'

type TableWithId = { [Name in keyof Tables]: Tables[Name] extends { id: string } ? Name : never }[keyof Tables]

/**
 * Locks a row until the transaction ends, so that what is read of it afterwards stays true. Other transactions that
 * lock it wait; inserting rows that refer to it does not. Does nothing on SQLite, whose write transactions exclude each
 * other anyway.
 */
export async function lockRow(tx: Tx, table: TableWithId, id: string): Promise<void> {
  if (hasRowLocks(tx)) await sql`select 1 from ${sql.table(table)} where id = ${id} for no key update`.execute(tx)
}

/**
 * Lets only one transaction at a time run under a name, for cases where there is no row yet that could be locked. Does
 * nothing on SQLite, whose write transactions exclude each other anyway.
 */
export async function lockName(tx: Tx, name: string): Promise<void> {
  if (hasRowLocks(tx)) await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/**
 * Makes a query lock the rows it finds (`FOR NO KEY UPDATE`): it waits until no other transaction holds them, and gives
 * them as they are then. Nothing on SQLite, whose write transactions exclude each other anyway.
 */
export function forUpdate<Query extends { forNoKeyUpdate(): Query }>(tx: Db, query: Query): Query {
  return hasRowLocks(tx) ? query.forNoKeyUpdate() : query
}
