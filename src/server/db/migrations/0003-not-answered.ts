import { type Kysely, sql } from 'kysely'

/**
 * Conversations that the AI has and does not answer count as waiting from now on. Those that are there already begin to
 * wait when their visitor last wrote, and are counted. The index gains the column that the view's condition asks for,
 * so that counting still reads nothing else.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`update conversations set waiting_since = coalesce(waited_since, last_message_at), waited_since = null
    where status = 'open' and response_mode = 'ai' and last_message_role = 'visitor' and turn > 0
      and deleted_at is null and waiting_since is null and not exists (
        select 1 from replies where replies.conversation_id = conversations.id and replies.turn = conversations.turn
          and replies.status = 'pending')`.execute(db)
  await sql`insert into counters (owner_id, name, value) select agent_id, 'not_answered', count(*) from conversations
    where response_mode = 'ai' and waiting_since is not null and deleted_at is null group by agent_id`.execute(db)
  await sql`drop index inbox_unassigned`.execute(db)
  await sql`create index inbox_unassigned on conversations (organization_id, updated_at, id, agent_id, response_mode)
    where status = 'open' and waiting_since is not null and assignee_id is null
      and snoozed_until is null and deleted_at is null`.execute(db)
}
