import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/** Lets what people answer in the chat on a website reach visitors by mail after they have left the page. */
export async function up(db: Kysely<never>): Promise<void> {
  const text = sql.raw(hasRowLocks(db) ? 'text collate "C"' : 'text')
  await sql`alter table agents add column continuity_mailbox_id ${text}`.execute(db)
  await sql`alter table visitors add column seen_at bigint`.execute(db)
  await sql`alter table visitor_sessions add column conversation_id ${text}`.execute(db)
  await sql`alter table mails add column first_position integer`.execute(db)
}
