import { type Kysely, sql } from 'kysely'

/**
 * Keeps whose words nobody has answered although the AI has said something after them. Of conversations that are there
 * already, these are the ones in which a visitor waits for a person and the AI wrote last.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table conversations add column left_open_position bigint`.execute(db)
  await sql`update conversations set left_open_position = (
      select max(messages.position) from messages
      where messages.conversation_id = conversations.id and messages.role = 'visitor')
    where status = 'open' and response_mode = 'human' and waiting_since is not null
      and last_message_role = 'assistant' and deleted_at is null`.execute(db)
}
