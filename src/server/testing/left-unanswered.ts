import { sql } from 'kysely'
import type { Db } from '../db/tables.ts'

/**
 * The ids of an organization's conversations that the AI has, where nobody has answered the visitor's last message and
 * no answer is being made: told from messages and replies alone, without what is kept to list them.
 */
export async function leftUnanswered(db: Db, organizationId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select conversations.id from conversations
    inner join agents on agents.id = conversations.agent_id
    where conversations.organization_id = ${organizationId} and conversations.status = 'open'
      and conversations.response_mode = 'ai' and conversations.turn > 0 and conversations.deleted_at is null
      and agents.is_disabled = 0 and agents.deleted_at is null
      and (select role from messages where messages.conversation_id = conversations.id
        order by position desc limit 1) = 'visitor'
      and not exists (select 1 from replies where replies.conversation_id = conversations.id
        and replies.status = 'pending')
    order by conversations.id`.execute(db)
  return rows.map(({ id }) => id)
}
