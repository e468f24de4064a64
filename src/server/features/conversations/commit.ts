import type { HandOverReason } from '#contract/enums.ts'
import type { Citation } from '../../adapters/models/citations.ts'
import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { changes, insertion, type RowWrite, writeRows } from '../../db/write-rows.ts'
import { orNotFound } from '../../errors.ts'
import { eventEntry, tellListeners } from '../../events/emit.ts'
import { alertOfWait } from '../alerts/index.ts'
import { factWrites } from '../facts/index.ts'
import { changeVisitor, noteQuestion } from '../gaps/index.ts'
import { notifyOfDecision } from '../notifications/index.ts'
import { returnQuota, takeQuota } from '../organizations/index.ts'
import { insertLines, keepLines } from '../search-index/index.ts'
import type { Command, State } from './command.ts'
import { countConversation } from './counts.ts'
import { decide } from './decide.ts'
import type { Decision } from './decision.ts'
import { replyJob, wakeJob } from './jobs.ts'
import { writeLabels } from './labelled.ts'
import { changeMessage, insertMessages, markMessagesDeleted } from './message-queries.ts'
import { UNTIL_VISITOR } from './noted.ts'
import { lockConversation } from './queries.ts'
import { selectNewestReply } from './reply-queries.ts'
import { worldOf } from './world.ts'

/**
 * A decision with more messages than this is an import, whose messages are inserted in batches. If they were written as
 * single rows, every number of messages would make a different statement, which the database would have to plan anew.
 */
const MESSAGES_WRITTEN_ONE_BY_ONE = 2

/**
 * Runs `work` in a transaction that has locked the conversation, so that its changes happen one after another. The
 * order of commits is the order of messages.
 * @throws AppError 404 if it has been deleted; what `work` throws
 */
export function holdingConversation<T>(
  ctx: Dependencies,
  { id }: Pick<Row<'conversations'>, 'id'>,
  work: (tx: Tx, state: State) => Promise<T>,
): Promise<T> {
  return ctx.database.transaction(async (tx) => work(tx, await holdConversation(tx, id)))
}

/**
 * Locks the conversation until the transaction ends, and reads it.
 * @throws AppError 404 if it has been deleted
 */
export async function holdConversation(tx: Tx, id: string): Promise<State> {
  return orNotFound(await lockState(tx, id))
}

/** Locks a conversation until the transaction ends, and reads it; undefined if it has been deleted. */
export async function lockState(tx: Tx, id: string): Promise<State | undefined> {
  const row = await lockConversation(tx, id)
  return row && stateOf(tx, row)
}

/** The state of a conversation that is locked. */
export const stateOf = async (tx: Tx, row: Row<'conversations'>): Promise<State> => ({
  row,
  pendingReply: await pendingReplyOf(tx, row),
})

/**
 * The reply that the AI is making. There can only be one, and only while the AI answers, because every change of mode
 * cancels it.
 */
async function pendingReplyOf(tx: Tx, row: Row<'conversations'>): Promise<Row<'replies'> | undefined> {
  if (row.response_mode !== 'ai' || row.status !== 'open' || row.turn === 0) return undefined
  const newest = await selectNewestReply(tx, row.id)
  return newest?.status === 'pending' ? newest : undefined
}

/**
 * Decides what follows from a command, and stores it in the transaction that has locked the conversation.
 * @returns what was decided
 * @throws AppError 422 if the conversation's state forbids the command; what `commit` throws
 */
export async function decideAndCommit(ctx: Dependencies, tx: Tx, state: State, command: Command): Promise<Decision> {
  const decision = decide(state, command, worldOf(ctx))
  await commit(ctx, tx, decision)
  return decision
}

/**
 * Stores a decision in the transaction that has locked the conversation. Only this function inserts or updates
 * conversations, messages and replies, and it writes only the columns that differ. Some columns of conversations are
 * written elsewhere too, without a decision: how far a visitor has read, and when (`markVisitorRead`); and who the
 * visitor of a deleted conversation is (`identifyDeleted`).
 * @throws AppError 422 `subscription_limit_exceeded` if a credit is needed and none is left
 */
export async function commit(ctx: Dependencies, tx: Tx, decision: Decision): Promise<void> {
  const { before, after, added, askedReply, changedMessage } = decision
  const organizationId = after.organization_id
  const isImport = added.length > MESSAGES_WRITTEN_ONE_BY_ONE
  const lines = await keepLines(tx, decision)
  await writeRows(tx, [
    ...(before ? changes('conversations', before, after) : [insertion('conversations', after)]),
    ...(isImport ? [] : added.map((message) => insertion('messages', message))),
    ...(isImport ? [] : lines.map((line) => insertion('search_lines', line))),
    ...decision.entries.map((entry) => insertion('thread_entries', entry)),
    ...repliesOf(decision),
    ...(await factWrites(tx, decision)),
    ...decision.events.map(({ event }) => eventEntry(ctx, organizationId, event)),
  ])
  if (isImport) {
    await insertMessages(tx, added)
    await insertLines(tx, lines)
  }
  if (changedMessage) await changeMessage(tx, changedMessage.id, changedMessage)
  if (after.deleted_at !== null) await markMessagesDeleted(tx, after.id, after.deleted_at)
  await writeLabels(tx, before, after)
  await sendWakeJob(ctx, tx, before, after)
  await alertOfWait(ctx, tx, decision)
  if (!isImport) await notifyOfDecision(ctx, tx, decision)
  if (before) await changeVisitor(ctx, tx, before, after)
  if (leavesUnanswered(decision)) await noteQuestion(ctx, tx, after)
  if (askedReply) await ctx.jobs.send(tx, replyJob, askedReply.job)
  for (const emitted of decision.events) await tellListeners(ctx, tx, organizationId, emitted)
  // Rows that many conversations share come last, so that they are locked for the shortest time.
  await countConversation(tx, before, after)
  for (const period of decision.freedCredits) await returnQuota(tx, organizationId, 'message_credits', 1, period)
  if (decision.takesCreditOf)
    await takeQuota(ctx, tx, { id: organizationId, plan: decision.takesCreditOf }, 'message_credits', 1)
}

/** Whether the AI knew no answer, or the visitor has asked for a person, perhaps because of the answer they got. */
function leavesUnanswered({ trace, entries }: Decision): boolean {
  const reason = trace?.reason
  if (reason === 'no_passage' || reason === 'not_supported' || reason === 'asked_for_person') return true
  return entries.some(({ type, author_type, details }) => {
    if (type !== 'handed_over' || (author_type !== 'visitor' && author_type !== 'ai')) return false
    const isUnknown = (JSON.parse(details ?? '{}') as { reason?: HandOverReason }).reason === 'no_answer'
    // A mail that the AI can't answer is handed over without a reply of it, and so without a trace.
    if (author_type === 'ai') return isUnknown && !trace
    // A visitor who takes the offer of a person asked what was noted when the offer was made.
    return !isUnknown
  })
}

/** The writes for the reply that ends, the one that begins, and the answer trace, which refers to the added message. */
function repliesOf({ settledReply, askedReply, trace, after }: Decision): RowWrite[] {
  return [
    ...(settledReply ? changes('replies', settledReply.before, settledReply.after) : []),
    ...(askedReply ? [insertion('replies', askedReply.row)] : []),
    ...(trace ? [insertion('receipts', trace), ...citationsOf(trace, after)] : []),
  ]
}

/** One row for each source that an answer cites, however many of its passages are quoted. */
function citationsOf(trace: Row<'receipts'>, { id, updated_at }: Row<'conversations'>): RowWrite[] {
  return [...citedBy(trace)].map((source_id) =>
    insertion('source_citations', {
      message_id: trace.message_id,
      source_id,
      conversation_id: id,
      created_at: updated_at,
    }),
  )
}

const citedBy = ({ citations }: Row<'receipts'>): Set<string> =>
  new Set((JSON.parse(citations) as Citation[]).map(({ source_id }) => source_id))

/** Queues the end of a snooze, if the conversation was just snoozed until a time. */
async function sendWakeJob(
  deps: Dependencies,
  tx: Tx,
  before: Row<'conversations'> | null,
  { id, snoozed_until: until }: Row<'conversations'>,
): Promise<void> {
  if (until === null || until === UNTIL_VISITOR || until === before?.snoozed_until) return
  const delaySeconds = Math.max(0, Math.ceil((until - deps.now()) / 1000))
  await deps.jobs.send(tx, wakeJob, { conversationId: id, until }, { delaySeconds })
}
