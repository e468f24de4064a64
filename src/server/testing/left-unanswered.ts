import { sql } from 'kysely'
import type { Db } from '../db/tables.ts'

/**
 * The ids of an organization's conversations that the AI has, where nobody has answered what the visitor wrote and no
 * answer is being made: told from messages, answer traces, entries and replies alone, without what is kept to list them.
 * Without an answer trace the AI only tells something. With one it answers, unless it hands over, or offers a person whom
 * the visitor accepts next.
 */
export async function leftUnanswered(db: Db, organizationId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select conversations.id from conversations
    inner join agents on agents.id = conversations.agent_id
    where conversations.organization_id = ${organizationId} and conversations.status = 'open'
      and conversations.response_mode = 'ai' and conversations.turn > 0 and conversations.deleted_at is null
      and agents.is_disabled = 0 and agents.deleted_at is null
      and exists (select 1 from messages as asked where asked.conversation_id = conversations.id
        and asked.role = 'visitor' and not exists (
          select 1 from messages as said left join receipts on receipts.message_id = said.id
          where said.conversation_id = conversations.id and said.position > asked.position
            and (said.role = 'human' or receipts.decision = 'answered' or (receipts.decision = 'unknown'
              and not exists (select 1 from thread_entries where thread_entries.conversation_id = conversations.id
                and thread_entries.type = 'handed_over' and thread_entries.author_type = 'visitor'
                and thread_entries.details like '%no_answer%' and thread_entries.after_message = said.position + 1)))))
      and not exists (select 1 from replies where replies.conversation_id = conversations.id
        and replies.status = 'pending')
    order by conversations.id`.execute(db)
  return rows.map(({ id }) => id)
}
