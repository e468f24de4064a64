import { type Kysely, sql } from 'kysely'

/**
 * Deletes visitors of websites who have neither a token nor a conversation any more, and rows of `visitor_messages`
 * without their visitor or message; earlier versions kept both. Adds indexes for finding visitors by their e-mail
 * address, and rows of `visitor_messages` by their message, when that is erased.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.createIndex('visitor_messages_message_id').on('visitor_messages').column('message_id').execute()
  await sql`create index visitors_email on visitors (organization_id, lower(email))`.execute(db)
  await sql`delete from visitors
    where not exists (select 1 from visitor_sessions where visitor_sessions.visitor_id = visitors.id)
    and not exists (select 1 from conversations where conversations.visitor_id = visitors.id)`.execute(db)
  await sql`delete from visitor_messages
    where not exists (select 1 from visitors where visitors.id = visitor_messages.visitor_id)
    or not exists (select 1 from messages where messages.id = visitor_messages.message_id)`.execute(db)
}
