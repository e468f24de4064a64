import type { Context } from '../../context.ts'
import { emit } from '../../events/emit.ts'
import type { VerbInput } from '../../http/binding.ts'
import { returnQuota } from '../organizations/index.ts'
import { countConversations } from './counts.ts'
import { changeConversationRow, lockConversation, markMessagesDeleted } from './queries.ts'
import { withdrawReply } from './replies.ts'

/** Soft-deletes a conversation and its messages; a reply in the making is called off. */
export function deleteConversation(ctx: Context, input: VerbInput<'deleteConversation'>): Promise<undefined> {
  const { id } = input.conversation
  return ctx.database.transaction(async (tx) => {
    const row = await lockConversation(tx, id)
    if (!row) return undefined
    const now = ctx.now()
    await changeConversationRow(tx, row, { ...row, deleted_at: now, turn: row.turn + 1, waiting_since: null })
    await markMessagesDeleted(tx, id, now)
    const free = await withdrawReply(ctx, tx, { ...row, turn: row.turn + 1 })
    await countConversations(tx, [{ before: row }])
    if (free !== null) await returnQuota(tx, row.organization_id, 'message_credits', 1, free)
    await emit(ctx, tx, row.organization_id, {
      type: 'conversation.deleted',
      agent_id: row.agent_id,
      conversation_id: id,
    })
    return undefined
  })
}
