import { type Kysely, sql } from 'kysely'

/**
 * Notes which of a visitor's name and e-mail address are from an identity token. Those of visitors who are verified
 * already count as such. Gives the earlier conversations of a verified visitor the visitor's id, name and address, as
 * only the newest one had got these when they proved who they are. Where the row of the unknown visitor is gone, the
 * messages that were sent under it tell whose conversation it is. The search takes up all conversations of these
 * organizations again.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table visitors add column name_proved integer not null default 0`.execute(db)
  await sql`alter table visitors add column email_proved integer not null default 0`.execute(db)
  await sql`update visitors set name_proved = case when name is null then 0 else 1 end,
    email_proved = case when email is null then 0 else 1 end where identity_verified = 1`.execute(db)
  const sentBy = sql`(select visitor_messages.visitor_id from messages
    inner join visitor_messages on visitor_messages.message_id = messages.id
    where messages.conversation_id = conversations.id limit 1)`
  await sql`update conversations set visitor_id = ${sentBy}
    where visitor_id is not null and (status = 'closed' or deleted_at is not null)
      and not exists (select 1 from visitors where visitors.id = conversations.visitor_id) and ${sentBy} is not null`.execute(
    db,
  )
  const wronged = sql`identity_verified = 0
    and visitor_id in (select visitors.id from visitors where visitors.identity_verified = 1)`
  await sql`update search_places set backfilled_to = ''
    where organization_id in (select organization_id from conversations where ${wronged})`.execute(db)
  await sql`update conversations set identity_verified = 1,
      chat_user_id = (select visitors.chat_user_id from visitors where visitors.id = conversations.visitor_id),
      chat_user_name = (select visitors.name from visitors where visitors.id = conversations.visitor_id),
      chat_user_email = (select visitors.email from visitors where visitors.id = conversations.visitor_id)
    where ${wronged}`.execute(db)
}
