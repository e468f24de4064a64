import type { MessageAction } from '#contract/actions.ts'
import type { ConversationStatus, HandOverReason, ResponseMode, ThreadEntryType } from '#contract/enums.ts'
import type { Row } from '../../db/rows.ts'
import { quotaPeriod } from '../organizations/index.ts'
import type { Actor, Author, HandOverWords, Payer } from './command.ts'
import type { Draft } from './decision.ts'

const EXCERPT_CHARACTERS = 200

export interface NewMessage {
  role: Row<'messages'>['role']
  content: string
  action?: MessageAction | null
  author?: Author
  /** The id that it was given before; by default a new one. */
  id?: string | undefined
  /** Whether a member of the team has written a visitor's message, to try the agent. */
  isMembers?: boolean
  /** Whether the AI only tells something, such as that a person comes, so that what the visitor asked stays open. */
  answersNothing?: boolean
}

/** Adds a message at the end. Its time is never earlier than that of the message before it. */
export function addMessage({ row, added, world }: Draft, message: NewMessage): Row<'messages'> {
  const created = Math.max(world.now, row.last_message_at ?? 0)
  const stored: Row<'messages'> = {
    id: message.id ?? world.newId(),
    conversation_id: row.id,
    position: row.message_count + 1,
    role: message.role,
    content: message.content,
    action: message.action ? JSON.stringify(message.action) : null,
    action_required: message.action?.status === 'pending' ? 1 : 0,
    user_id: message.author?.userId ?? null,
    author_type: message.author?.keyId ? 'key' : message.author || message.isMembers ? 'member' : null,
    key_id: message.author?.keyId ?? null,
    created_at: created,
    deleted_at: null,
  }
  if (message.role === 'human' || (message.role === 'assistant' && !message.answersNothing))
    row.left_open_position = null
  else if (message.answersNothing && row.last_message_role === 'visitor') row.left_open_position ??= row.message_count
  row.message_count += 1
  row.offered_message_id = null
  row.entry_count = 0
  row.last_message_role = message.role
  row.last_message_excerpt = excerptOf(message.content)
  row.last_message_at = created
  if (stored.role === 'visitor' && stored.author_type === null) row.asked_at ??= created
  added.push(stored)
  return stored
}

interface NewEntry {
  type: ThreadEntryType
  author: Actor
  content?: string
  details?: object
}

/** Adds an entry after the last message. Its time is never earlier than that message's. */
export function addEntry({ row, entries, world }: Draft, entry: NewEntry): void {
  row.entry_count += 1
  entries.push({
    id: world.newId(),
    conversation_id: row.id,
    after_message: row.message_count,
    number: row.entry_count,
    type: entry.type,
    author_type: entry.author.type,
    author_id: entry.author.id,
    content: entry.content ?? null,
    details: entry.details ? JSON.stringify(entry.details) : null,
    created_at: Math.max(world.now, row.last_message_at ?? 0),
    edited_at: null,
  })
}

export const excerptOf = (content: string): string =>
  [...content.slice(0, EXCERPT_CHARACTERS * 2)].slice(0, EXCERPT_CHARACTERS).join('')

/** Sets who answers. This increases the turn counter, so that a reply in progress can no longer be stored. */
export function setMode(draft: Draft, mode: ResponseMode, by: Actor, reason?: HandOverReason): void {
  if (draft.row.response_mode === mode) return
  draft.row.response_mode = mode
  draft.row.offered_message_id = null
  const type = mode === 'human' ? 'handed_over' : 'given_back'
  addEntry(draft, { type, author: by, ...(reason && { details: { reason } }) })
  draft.row.turn += 1
  if (mode === 'ai') {
    draft.row.assignee_id = null
    draft.row.snoozed_until = null
  }
  callOffReply(draft)
}

export function setStatus(draft: Draft, status: ConversationStatus, by: Actor): void {
  if (draft.row.status === status) return
  draft.row.status = status
  draft.row.offered_message_id = null
  addEntry(draft, { type: status === 'closed' ? 'closed' : 'reopened', author: by })
  draft.row.snoozed_until = null
  draft.row.turn += 1
  callOffReply(draft)
}

/** Hands the conversation over to people; from now on the visitor waits for a person. */
export function handOver(draft: Draft, by: Actor, reason: HandOverReason): void {
  setMode(draft, 'human', by, reason)
  draft.isPersonAskedFor = true
}

/** Hands the conversation over to people, after a last message of the AI where it has words for that. */
export function tellAndHandOver(
  draft: Draft,
  words: HandOverWords | undefined,
  by: Actor,
  reason: HandOverReason,
): void {
  if (words) addMessage(draft, { role: 'assistant', content: words.note, action: words.form, answersNothing: true })
  handOver(draft, by, reason)
}

/**
 * Requests a reply to what is unanswered, or to a completed action. It supersedes one in progress, as one credit pays for both.
 * @param options.completedMessageId the message whose action was just completed, if the reply is to answer that
 * @param options.isFollowed whether a program follows the reply while it is written
 * @param options.isGivenBack whether the conversation was given back to have the AI answer
 */
export function askForReply(
  draft: Draft,
  payer: Payer,
  {
    completedMessageId,
    isFollowed = false,
    isGivenBack = false,
  }: { completedMessageId?: string; isFollowed?: boolean; isGivenBack?: boolean } = {},
): void {
  const { row, world } = draft
  const period = payer === 'own_key' ? null : quotaPeriod('message_credits', world.now)
  const superseded = draft.pendingReply?.credit_period
  row.turn += 1
  callOffReply(draft)
  // The credit of the superseded reply pays for this one.
  if (payer !== 'own_key' && superseded === period) draft.freedCredits = []
  else if (payer !== 'own_key') draft.takesCreditOf = payer
  draft.askedReply = {
    row: {
      id: world.newId(),
      conversation_id: row.id,
      turn: row.turn,
      status: 'pending',
      credit_period: period,
      message_id: null,
      asked_message_id: completedMessageId ?? draft.added.at(-1)?.id ?? null,
      is_followed: isFollowed ? 1 : 0,
      draft: null,
      created_at: world.now,
      updated_at: world.now,
    },
    job: {
      ...{ conversationId: row.id, turn: row.turn },
      ...(completedMessageId && { completedMessageId }),
      ...(isGivenBack && { isGivenBack }),
    },
  }
}

/** Supersedes the reply in progress, if there is one, and returns its credit. */
export function callOffReply(draft: Draft): void {
  if (draft.pendingReply) settleReply(draft, draft.pendingReply, { status: 'superseded' })
}

/** Ends a reply in progress. Its credit is returned unless the reply is stored. */
export function settleReply(
  draft: Draft,
  reply: Row<'replies'>,
  changes: Pick<Row<'replies'>, 'status'> & Partial<Row<'replies'>>,
): void {
  const keepsCredit = changes.status === 'stored'
  if (!keepsCredit && reply.credit_period !== null) draft.freedCredits.push(reply.credit_period)
  draft.settledReply = {
    before: reply,
    after: { ...reply, ...(!keepsCredit && { credit_period: null }), updated_at: draft.world.now, ...changes },
  }
  // An earlier reply may end while a newer one is being made.
  if (draft.pendingReply?.id === reply.id) draft.pendingReply = undefined
}
