import type { MessageAction } from '#contract/actions.ts'
import type { Dependencies } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { Row, RowChanges } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { AppError } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import { countConversation } from './counts.ts'
import { presentConversation, presentMessage } from './presenter.ts'
import { changeConversationRow, insertMessages, insertReceipt, lockConversation } from './queries.ts'
import { returnCredit, withdrawReply } from './replies.ts'

const EXCERPT_CHARACTERS = 200

/** A conversation while a transaction changes it: `row` as it will be, `before` as it was. */
export interface ConversationChange {
  before: Row<'conversations'>
  row: Row<'conversations'>
  added: Row<'messages'>[]
  /** Why the AI said what it added. */
  receipts: Row<'receipts'>[]
  /** Messages changed in place. */
  touched: string[]
  /** The AI asked for a person, who is waited for from now on even if the visitor wrote nothing since. */
  askedForPerson: boolean
  /** The turn for which the reply before it has been called off. */
  withdrawnFor: number
  /** Done when all else is, in this order: what locks rows that other conversations need too. */
  last: (() => Promise<void>)[]
}

/**
 * Changes a conversation in one transaction: locks it, lets `work` change it by the functions below, then stores it
 * with its totals and emits what happened. Commit order is message order.
 * @throws AppError 404 when it has been deleted meanwhile
 */
export function changeConversation<T>(
  ctx: Dependencies,
  id: string,
  work: (tx: Tx, change: ConversationChange) => Promise<T>,
): Promise<T> {
  return ctx.database.transaction(async (tx) => {
    const before = await lockConversation(tx, id)
    if (!before) throw new AppError('resource_not_found')
    const change = newChange(before, { ...before })
    const result = await work(tx, change)
    await save(ctx, tx, change)
    for (const finish of change.last) await finish()
    return result
  })
}

/** A change that has changed nothing yet. */
export function newChange(before: Row<'conversations'>, row: Row<'conversations'>): ConversationChange {
  return {
    before,
    row,
    added: [],
    receipts: [],
    touched: [],
    askedForPerson: false,
    withdrawnFor: before.turn,
    last: [],
  }
}

export interface NewMessage {
  role: Row<'messages'>['role']
  content: string
  action?: MessageAction | null
  userId?: string | null
}

/** Adds a message at the end. Its time never lies before the message above it. */
export function addMessage(ctx: Dependencies, change: ConversationChange, message: NewMessage): Row<'messages'> {
  const { row } = change
  const created = Math.max(ctx.now(), row.last_message_at ?? 0)
  const added: Row<'messages'> = {
    id: newId(),
    conversation_id: row.id,
    position: row.message_count + 1,
    role: message.role,
    content: message.content,
    action: message.action ? JSON.stringify(message.action) : null,
    action_required: message.action?.status === 'pending' ? 1 : 0,
    user_id: message.userId ?? null,
    created_at: created,
    deleted_at: null,
  }
  row.message_count += 1
  row.last_message_role = message.role
  row.last_message_excerpt = [...message.content.slice(0, EXCERPT_CHARACTERS * 2)].slice(0, EXCERPT_CHARACTERS).join('')
  row.last_message_at = created
  change.added.push(added)
  return added
}

/** Says who answers. Whatever the AI was about to say belongs to an older turn from then on. */
export function setMode(change: ConversationChange, mode: 'ai' | 'human'): void {
  if (change.row.response_mode === mode) return
  change.row.response_mode = mode
  change.row.turn += 1
}

export function setStatus(change: ConversationChange, status: 'open' | 'closed'): void {
  if (change.row.status === status) return
  change.row.status = status
  change.row.turn += 1
}

/** Since when somebody waits for a person: from the first message no person has answered. */
function waitingSince(change: ConversationChange, now: number): number | null {
  const { before, row, added } = change
  if (row.status === 'closed' || row.response_mode === 'ai') return null
  if (added.some((message) => message.role === 'human')) return row.last_message_role === 'visitor' ? now : null
  const isWaiting = change.askedForPerson || row.last_message_role === 'visitor' || before.waiting_since !== null
  return isWaiting ? (before.waiting_since ?? now) : null
}

/** Only what has changed: every column written has its indexes written too. */
function difference(before: Row<'conversations'>, after: Row<'conversations'>): RowChanges<'conversations'> {
  const columns = Object.keys(after) as (keyof typeof after)[]
  return Object.fromEntries(columns.filter((name) => after[name] !== before[name]).map((name) => [name, after[name]]))
}

async function save(ctx: Dependencies, tx: Tx, change: ConversationChange): Promise<void> {
  const { before, row, added, touched } = change
  const changed = before.status !== row.status || before.response_mode !== row.response_mode
  if (!changed && added.length === 0 && touched.length === 0 && before.turn === row.turn) return
  row.updated_at = Math.max(ctx.now(), before.updated_at)
  row.waiting_since = waitingSince(change, row.updated_at)
  if (change.withdrawnFor !== row.turn) {
    const free = await withdrawReply(ctx, tx, row)
    change.last.push(() => returnCredit(tx, row.organization_id, free))
  }
  await insertMessages(tx, added)
  for (const receipt of change.receipts) await insertReceipt(tx, receipt)

  const isPublic = row.origin === 'public_api'
  const announced = added.filter((message) => isPublic && message.role === 'assistant')
  const handedOver = isPublic && before.response_mode === 'ai' && row.response_mode === 'human'
  let sequence = row.webhook_sequence
  row.webhook_sequence += announced.length + (handedOver ? 1 : 0)

  await changeConversationRow(tx, row.id, difference(before, row))
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
  await countConversation(tx, before, row) // late, for it locks what all of the agent's conversations count in
}
