import { sql } from 'kysely'
import { hasRowLocks } from './dialect.ts'
import type { Db, Tx } from './tables.ts'

/** The highest number ever given to an event, even if it was deleted or rolled back since; 0 if there was none. */
export async function highestEventNumber(db: Db): Promise<number> {
  const query = hasRowLocks(db)
    ? sql<{ number: number }>`select case when is_called then last_value else 0 end as number from events_sequence_seq`
    : sql<{ number: number }>`select seq as number from sqlite_sequence where name = 'events'`
  return (await query.execute(db)).rows[0]?.number ?? 0
}

/** Makes numbers continue after `highest`: clients continue the stream from one, so none may be used twice. */
export async function continueEventNumbers(tx: Tx, highest: number): Promise<void> {
  if (highest === 0) return
  if (hasRowLocks(tx)) {
    await sql`select setval('events_sequence_seq', ${highest})`.execute(tx)
    return
  }
  await sql`delete from sqlite_sequence where name = 'events'`.execute(tx)
  await sql`insert into sqlite_sequence (name, seq) values ('events', ${highest})`.execute(tx)
}
