import type { MessageAction } from '#contract/actions.ts'
import type { Dependencies } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { Row } from '../../db/rows.ts'

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
  /** Where it was asked for along with the conversation. */
  newestReply: Promise<Row<'replies'> | undefined> | undefined
  /** The turn for which the reply before it has been called off. */
  withdrawnFor: number
  /** Of whom it takes a credit when all else is done; every conversation of theirs waits for it. */
  takesCreditOf: Pick<Row<'organizations'>, 'id' | 'plan'> | undefined
  /** Periods of the credits that are given back then. */
  creditsFree: string[]
  /** Looked at after that. @throws AppError to undo everything */
  lastChecks: (() => void)[]
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
    newestReply: undefined,
    withdrawnFor: before.turn,
    takesCreditOf: undefined,
    creditsFree: [],
    lastChecks: [],
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
