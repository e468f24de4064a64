import { sql } from 'kysely'
import { hasRowLocks } from './dialect.ts'
import type { Db, Tx } from './tables.ts'

/**
 * The highest number that was ever given to an event, including events that were deleted since and, on PostgreSQL,
 * events whose transaction was rolled back; 0 if none was given.
 */
export async function highestEventNumber(db: Db): Promise<number> {
  const query = hasRowLocks(db)
    ? sql<{ number: number }>`select case when is_called then last_value else 0 end as number from events_sequence_seq`
    : sql<{ number: number }>`select seq as number from sqlite_sequence where name = 'events'`
  return (await query.execute(db)).rows[0]?.number ?? 0
}

/**
 * Makes the next event's number higher than `highest`. Clients continue the event stream from a number they have
 * received, so no number may be used twice.
 */
export async function continueEventNumbers(tx: Tx, highest: number): Promise<void> {
  if (highest === 0) return
  if (hasRowLocks(tx)) {
    await sql`select setval('events_sequence_seq', ${highest})`.execute(tx)
    return
  }
  await sql`delete from sqlite_sequence where name = 'events'`.execute(tx)
  await sql`insert into sqlite_sequence (name, seq) values ('events', ${highest})`.execute(tx)
}
