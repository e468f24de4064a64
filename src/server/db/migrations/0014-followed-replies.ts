import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/** Says of each reply which message asked for it, and whether a program follows it while it is written. */
export async function up(db: Kysely<never>): Promise<void> {
  const text = sql.raw(hasRowLocks(db) ? 'text collate "C"' : 'text')
  await sql`alter table replies add column asked_message_id ${text}`.execute(db)
  await sql`alter table replies add column is_followed integer not null default 0`.execute(db)
}
