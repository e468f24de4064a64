import type { HeldFor } from '#contract/enums.ts'
import { type StreamEvent, type WebhookEvent, webhookEventNames } from '#contract/events.ts'
import type { Row } from '../../db/rows.ts'
import type { AnnouncedData, Announcement, OfConversation } from '../../events/announcement.ts'
import type { Emitted } from '../../events/emit.ts'
import { heldSince } from '../facts/index.ts'
import type { State, World } from './command.ts'
import type { ReplyPayload } from './jobs.ts'
import { isLeftOpen } from './left-open.ts'
import { presentConversation, presentMessage } from './presenter.ts'

export interface Decision {
  /** The conversation before the command; null if it is new. */
  before: Row<'conversations'> | null
  after: Row<'conversations'>
  added: Row<'messages'>[]
  /** What the thread shows besides messages: notes, and events such as a handover. */
  entries: Row<'thread_entries'>[]
  changedMessage: Pick<Row<'messages'>, 'id' | 'action' | 'action_required'> | null
  /** A reply that has ended: it was stored, superseded or discarded, or it has failed. */
  settledReply: { before: Row<'replies'>; after: Row<'replies'> } | null
  /** A reply that the AI must make now, with its job. */
  askedReply: { row: Row<'replies'>; job: ReplyPayload } | null
  /** How the AI came to the message it added: citations, model, time and decision. */
  trace: Row<'receipts'> | null
  /** The plan whose credit pays for the requested reply; null if none is needed. */
  takesCreditOf: Row<'organizations'>['plan'] | null
  /** The months (`2026-11`) of the credits that are returned. */
  freedCredits: string[]
  events: Emitted[]
}

/** A decision in progress. `row` is a copy of the conversation and may be changed. */
export interface Draft extends Omit<Decision, 'after'> {
  world: World
  row: Row<'conversations'>
  pendingReply: Row<'replies'> | undefined
  /** Whether the visitor waits for a person from now on, even without a new message: after a handover or a form. */
  isPersonAskedFor: boolean
  /** Whether the change is about long ago, so that it moves the conversation in no list and begins no time anew. */
  isPast: boolean
}

export function draftOf({ row, pendingReply }: State, world: World): Draft {
  return { ...emptyDraft(world, { ...row }), before: row, pendingReply }
}

export function emptyDraft(world: World, row: Row<'conversations'>): Draft {
  return {
    world,
    row,
    before: null,
    pendingReply: undefined,
    isPersonAskedFor: false,
    isPast: false,
    added: [],
    entries: [],
    changedMessage: null,
    settledReply: null,
    askedReply: null,
    trace: null,
    takesCreditOf: null,
    freedCredits: [],
    events: [],
  }
}

/** Completes a decision with what depends on all its changes: its time, the visitor's wait, and the events. */
export function finish(draft: Draft): Decision {
  const { world, pendingReply: _, isPersonAskedFor: __, isPast, row, ...decided } = draft
  const { before } = decided
  // A reply that ends without a message changes nothing else of the conversation, but leaves its visitor unanswered.
  if (!before || decided.settledReply || hasChanged(before, draft)) Object.assign(row, waitOf(draft))
  if (before && !hasChanged(before, draft)) {
    if (draft.entries.length === 0 && !showsInLists(before, row)) return { ...decided, after: before }
    const listed = showsInLists(before, row) ? [updatedEvent(row)] : []
    return { ...decided, after: row, events: [...decided.events, threadEvent(row), ...listed] }
  }
  // The time always increases, so that every client that knows the conversation notices the change.
  if (before && row.deleted_at === null) row.updated_at = Math.max(isPast ? 0 : world.now, before.updated_at + 1)
  const events = [...decided.events, ...eventsOf(draft)]
  return { ...decided, after: row, events }
}

const threadEvent = (row: Row<'conversations'>): Happened => ({
  event: { type: 'thread.updated', agent_id: row.agent_id, conversation_id: row.id },
})

const updatedEvent = (row: Row<'conversations'>): Happened => ({
  event: { type: 'conversation.updated', agent_id: row.agent_id, conversation_id: row.id },
})

type Column = keyof Row<'conversations'>

/**
 * What kind of change it is if a column of a conversation differs. A new column does not compile until this is decided.
 * - `activity`: it moves the conversation to the top of lists
 * - `shown`: it is activity that lists show as well, so that its change is an event of its own
 * - `noted`: how the team handles the conversation. Lists show it, but it is no activity, and the public API shows
 *   nothing of it
 * - `team`: it concerns only what the team sees of the thread, and is no activity
 */
const kinds: Record<Column, 'activity' | 'shown' | 'noted' | 'team'> = {
  id: 'activity',
  organization_id: 'activity',
  agent_id: 'activity',
  session_id: 'activity',
  origin: 'activity',
  status: 'shown',
  response_mode: 'shown',
  chat_user_id: 'shown',
  chat_user_name: 'shown',
  chat_user_email: 'shown',
  identity_verified: 'shown',
  turn: 'activity',
  message_count: 'activity',
  webhook_sequence: 'activity',
  last_message_role: 'activity',
  last_message_excerpt: 'activity',
  last_message_at: 'activity',
  left_open_position: 'activity',
  waiting_since: 'activity',
  waited_since: 'activity',
  entry_count: 'team',
  visitor_id: 'activity',
  visitor_read_position: 'activity',
  visitor_read_at: 'activity',
  assignee_id: 'noted',
  snoozed_until: 'noted',
  label_ids: 'noted',
  asked_at: 'activity',
  offered_message_id: 'shown',
  created_at: 'activity',
  updated_at: 'activity',
  deleted_at: 'activity',
}

const columns = Object.keys(kinds) as Column[]
const shownInLists = columns.filter((name) => kinds[name] === 'shown' || kinds[name] === 'noted')
const ofActivity = columns.filter((name) => kinds[name] === 'activity' || kinds[name] === 'shown')

/** Whether a column has changed whose change is an event of its own for the lists of the inbox. */
const showsInLists = (before: Row<'conversations'>, row: Row<'conversations'>): boolean =>
  shownInLists.some((name) => before[name] !== row[name])

function hasChanged(before: Row<'conversations'>, { row, added, changedMessage }: Draft): boolean {
  const differs = ofActivity.some((name) => row[name] !== before[name])
  // Waking is activity, so that it is seen at the top of the list.
  const isWoken = before.snoozed_until !== null && row.snoozed_until === null
  return added.length > 0 || changedMessage !== null || differs || isWoken
}

/** Whether the AI has the conversation, nobody has answered the visitor, and no answer is being made. */
export const isUnanswered = ({ row, pendingReply, askedReply }: Draft): boolean =>
  row.response_mode === 'ai' && isLeftOpen(row) && !pendingReply && !askedReply

/**
 * Since when the visitor waits for a person (`waiting_since`): since their first unanswered message to people, or since
 * the conversation came to people with something unanswered, or since the AI has it and does not answer. If a wait ends without an answer, such as by closing, its
 * beginning is kept in `waited_since` until anybody writes, so that the wait continues if that is undone.
 */
function waitOf(draft: Draft): Pick<Row<'conversations'>, 'waiting_since' | 'waited_since'> {
  const { before, added } = draft
  const kept = added.length === 0 ? (before?.waited_since ?? null) : null
  const known = before?.waiting_since ?? kept
  const waiting_since = waitingSince(draft, known)
  return { waiting_since, waited_since: waiting_since === null && added.length === 0 ? known : null }
}

/** @param known since when the visitor waited before, if they did */
function waitingSince(draft: Draft, known: number | null): number | null {
  const { before, row, added, isPersonAskedFor, world } = draft
  if (row.status === 'closed' || row.deleted_at !== null) return null
  const now = before ? Math.max(world.now, before.updated_at + 1) : world.now
  // An import as it came, whose turn is 0, was answered elsewhere.
  if (row.response_mode === 'ai') return isUnanswered(draft) && row.turn > 0 ? (known ?? now) : null
  const isOpen = isLeftOpen(row)
  if (before && added.some((message) => message.role === 'human')) return isOpen ? now : null
  return isPersonAskedFor || isOpen || known !== null ? (known ?? now) : null
}

/** An event of a decision, with the message that it tells of. */
interface Happened {
  event: StreamEvent
  message?: Row<'messages'>
  /** Of a handover: why people have the conversation now. */
  heldFor?: HeldFor
}

const handedOver = ({ entries }: Draft) => entries.findLast(({ type }) => type === 'handed_over')

/**
 * For each kind of webhook event, what it says besides the conversation; undefined for an event that it does not
 * announce. A kind that nothing emits does not compile.
 */
const announced: {
  [Type in WebhookEvent]: (happened: Happened) => Omit<AnnouncedData[Type], keyof OfConversation> | undefined
} = {
  public_api_message_created: ({ event, message }) =>
    event.type === 'message.created' && message?.role === 'assistant'
      ? { message: presentMessage(message) }
      : undefined,
  public_api_human_handoff: ({ heldFor }) => heldFor && { reason: heldFor },
}

/**
 * The events of a decision: one for a new conversation, one for each message, then those for changes of the
 * conversation; only one if it is deleted. Webhook events are numbered in this order.
 */
function eventsOf(draft: Draft): Decision['events'] {
  const { before, row, added, changedMessage } = draft
  const ids = { agent_id: row.agent_id, conversation_id: row.id }
  if (row.deleted_at !== null) return [{ event: { type: 'conversation.deleted', ...ids } }]
  const isPublic = row.origin === 'public_api'
  const happened: Happened[] = []
  if (!before) happened.push({ event: { type: 'conversation.created', ...ids } })
  // The event of a new conversation also covers messages that were imported with it, but those that are announced.
  for (const message of before ? added : isPublic ? added.filter(({ role }) => role === 'assistant') : [])
    happened.push({ event: { type: 'message.created', ...ids, message_id: message.id }, message })
  if (changedMessage) happened.push({ event: { type: 'message.updated', ...ids, message_id: changedMessage.id } })
  if (isPublic && before?.response_mode === 'ai' && row.response_mode === 'human')
    happened.push({ event: { type: 'conversation.handed_over', ...ids }, heldFor: heldSince(handedOver(draft)) })
  const isWaitChanged = (before?.waiting_since === null) !== (row.waiting_since === null)
  if (before && (showsInLists(before, row) || (isWaitChanged && added.length === 0))) happened.push(updatedEvent(row))
  return isPublic ? announce(row, happened) : happened.map((one) => told(row, one))
}

const told = ({ origin }: Row<'conversations'>, { event, message }: Happened): Emitted => ({
  event,
  ...(message && { written: { role: message.role, origin } }),
})

/** Adds to each event what webhook receivers are sent about it, numbered on within the conversation. */
function announce(row: Row<'conversations'>, happened: readonly Happened[]): Decision['events'] {
  const data = { agent_id: row.agent_id, conversation: presentConversation(row) }
  return happened.map((one) => {
    for (const type of webhookEventNames) {
      const more = announced[type](one)
      if (!more) continue
      row.webhook_sequence += 1
      // The cast is safe because the table above pairs each type with its data.
      const announcement = { type, data: { ...data, ...more, sequence: row.webhook_sequence } } as Announcement
      return { ...told(row, one), announcement }
    }
    return told(row, one)
  })
}
