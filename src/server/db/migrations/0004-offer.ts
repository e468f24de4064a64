import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/** Adds that an AI without an answer offers a person instead of handing over, and that quiet conversations close. */
export async function up(db: Kysely<never>): Promise<void> {
  const text = sql.raw(hasRowLocks(db) ? 'text collate "C"' : 'text')
  await sql`alter table agents add column hand_over ${text} not null default 'offer'`.execute(db)
  await sql`alter table agents add column close_quiet_hours integer default 24`.execute(db)
  await sql`alter table conversations add column offered_message_id ${text}`.execute(db)
}
