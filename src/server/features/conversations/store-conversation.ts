import { randomUUID } from 'node:crypto'
import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { Row } from '../../db/rows.ts'
import { emit } from '../../events/emit.ts'
import { addMessage, type NewMessage, newChange } from './change-conversation.ts'
import { countConversations } from './counts.ts'
import { presentConversation, presentMessage } from './presenter.ts'
import { insertConversation, insertMessages } from './queries.ts'

export interface NewConversation {
  origin: Row<'conversations'>['origin']
  chatUser: { id: string; name: string | null; email: string | null }
  identityVerified: boolean
  messages: NewMessage[]
}

/** Stores a new open conversation with its first messages, totals and events in one transaction. */
export async function storeConversation(
  ctx: Context,
  agent: Row<'agents'>,
  input: NewConversation,
): Promise<Row<'conversations'>> {
  const now = ctx.now()
  const row: Row<'conversations'> = {
    id: newId(),
    organization_id: agent.organization_id,
    agent_id: agent.id,
    session_id: randomUUID(),
    origin: input.origin,
    status: 'open',
    response_mode: agent.only_human ? 'human' : 'ai',
    chat_user_id: input.chatUser.id,
    chat_user_name: input.chatUser.name,
    chat_user_email: input.chatUser.email,
    identity_verified: input.identityVerified ? 1 : 0,
    turn: 0,
    message_count: 0,
    webhook_sequence: 0,
    last_message_role: null,
    last_message_excerpt: null,
    last_message_at: null,
    waiting_since: null,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  }
  const change = newChange(row, row)
  for (const message of input.messages) addMessage(ctx, change, message)
  if (row.response_mode === 'human' && row.last_message_role === 'visitor') row.waiting_since = now

  const announced = row.origin === 'public_api' ? change.added.filter((message) => message.role === 'assistant') : []
  row.webhook_sequence = announced.length
  await ctx.database.transaction(async (tx) => {
    await insertConversation(tx, row)
    await insertMessages(tx, change.added)
    const ids = { agent_id: agent.id, conversation_id: row.id }
    await emit(ctx, tx, agent.organization_id, { type: 'conversation.created', ...ids })
    for (const [index, message] of announced.entries())
      await emit(
        ctx,
        tx,
        agent.organization_id,
        { type: 'message.created', ...ids, message_id: message.id },
        {
          type: 'public_api_message_created',
          agentId: agent.id,
          data: {
            agent_id: agent.id,
            conversation: presentConversation(row),
            message: presentMessage(message),
            sequence: index + 1,
          },
        },
      )
    await countConversations(tx, [{ after: row }])
  })
  return row
}
