import type { Dependencies } from '../../context.ts'
import type { Tx } from '../../db/tables.ts'
import { emit } from '../../events/emit.ts'
import type { ConversationChange } from './change-conversation.ts'
import { presentConversation, presentMessage } from './presenter.ts'
import { changeConversationRow, insertMessages, insertReceipt } from './queries.ts'
import { withdrawReply } from './replies.ts'

/** Since when somebody waits for a person: from the first message no person has answered. */
function waitingSince(change: ConversationChange, now: number): number | null {
  const { before, row, added } = change
  if (row.status === 'closed' || row.response_mode === 'ai') return null
  if (added.some((message) => message.role === 'human')) return row.last_message_role === 'visitor' ? now : null
  const isWaiting = change.askedForPerson || row.last_message_role === 'visitor' || before.waiting_since !== null
  return isWaiting ? (before.waiting_since ?? now) : null
}

/** Stores a change with all that follows from it, but for the totals. Nothing happens where nothing has changed. */
export async function saveChange(ctx: Dependencies, tx: Tx, change: ConversationChange): Promise<void> {
  const { before, row, added, touched } = change
  const changed = before.status !== row.status || before.response_mode !== row.response_mode
  if (!changed && added.length === 0 && touched.length === 0 && before.turn === row.turn) return
  row.updated_at = Math.max(ctx.now(), before.updated_at + 1) // whoever has seen the one before is to see that it changed
  row.waiting_since = waitingSince(change, row.updated_at)
  if (change.withdrawnFor !== row.turn) {
    const free = await withdrawReply(ctx, tx, row, change.newestReply)
    if (free !== null) change.creditsFree.push(free)
  }
  await insertMessages(tx, added)
  for (const receipt of change.receipts) await insertReceipt(tx, receipt)

  const isPublic = row.origin === 'public_api'
  const announced = added.filter((message) => isPublic && message.role === 'assistant')
  const handedOver = isPublic && before.response_mode === 'ai' && row.response_mode === 'human'
  let sequence = row.webhook_sequence
  row.webhook_sequence += announced.length + (handedOver ? 1 : 0)

  await changeConversationRow(tx, before, row)
  const conversation = presentConversation(row)
  const ids = { agent_id: row.agent_id, conversation_id: row.id }
  for (const message of added) {
    const announcement = announced.includes(message)
      ? {
          type: 'public_api_message_created' as const,
          agentId: row.agent_id,
          data: { agent_id: row.agent_id, conversation, message: presentMessage(message), sequence: ++sequence },
        }
      : undefined
    await emit(ctx, tx, row.organization_id, { type: 'message.created', ...ids, message_id: message.id }, announcement)
  }
  for (const message_id of touched)
    await emit(ctx, tx, row.organization_id, { type: 'message.updated', ...ids, message_id })
  if (handedOver)
    await emit(
      ctx,
      tx,
      row.organization_id,
      { type: 'conversation.handed_over', ...ids },
      {
        type: 'public_api_human_handoff',
        agentId: row.agent_id,
        data: { agent_id: row.agent_id, conversation, sequence: ++sequence },
      },
    )
  if (changed) await emit(ctx, tx, row.organization_id, { type: 'conversation.updated', ...ids })
}
