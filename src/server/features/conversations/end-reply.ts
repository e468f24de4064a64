import type { MessageAction } from '#contract/actions.ts'
import type { Reply } from '../../adapters/models/generate-reply.ts'
import { offersPerson } from '../../adapters/models/phrases.ts'
import type { Row } from '../../db/rows.ts'
import { apologies } from './apologies.ts'
import { AI, type Command, SYSTEM, VISITOR } from './command.ts'
import type { Draft } from './decision.ts'
import { addMessage, handOver, settleReply, tellAndHandOver } from './draft.ts'

/**
 * Stores a reply only if it is still wanted (the takeover fence): pending, of the current turn, in mode `ai`, in an
 * open conversation, and the agent may answer. Otherwise its credit is returned.
 */
export function endReply(draft: Draft, command: Command & { kind: 'reply_ends' }): void {
  const { reply, made, agent, words, isPersonAskedFor } = command
  const isItsTurn = isWanted(draft, reply)
  if (!isItsTurn || made === null || !agent.speaks) {
    if (isItsTurn && agent.onlyPeople) {
      draft.pendingReply = undefined // `discard` settles that reply below, so nothing else must
      tellAndHandOver(draft, words, SYSTEM, 'people_only')
    }
    discard(draft, reply, made)
    return
  }
  if (draft.row.origin === 'email' && (made === 'failed' || made.decision !== 'answered')) {
    // A mail that says no more than that the AI does not know would help nobody, so people answer.
    settleReply(draft, reply, { status: made === 'failed' ? 'failed' : 'discarded' })
    if (isPersonAskedFor) handOver(draft, VISITOR, 'asked_for_person')
    else handOver(draft, AI, made === 'failed' ? 'model_failed' : 'no_answer')
    return
  }
  if (made === 'failed') {
    const { note, form } = words ?? { note: apologies.en, form: null }
    const message = addMessage(draft, { role: 'assistant', content: note, action: form, answersNothing: true })
    settleReply(draft, reply, { status: 'failed', message_id: message.id })
    const failed = { citations: [], isCut: false, decision: 'handed_over', reason: 'model_failed' } as const
    draft.trace = traceOf(draft, message, { ...failed, model: agent.model }, command)
    handOver(draft, AI, 'model_failed')
    return
  }
  const message = addMessage(draft, {
    role: 'assistant',
    content: made.content,
    action: pendingAction(made) ?? command.form ?? null,
    answersNothing: made.decision === 'handed_over',
  })
  settleReply(draft, reply, { status: 'stored', message_id: message.id })
  draft.trace = traceOf(draft, message, made, command)
  if (made.decision === 'unknown' && offersPerson(made.content)) draft.row.offered_message_id = message.id
  if (made.decision !== 'handed_over') return
  // A provider's model also recognizes requests for a person in words that `asksForPerson` does not know.
  if (isPersonAskedFor || made.reason === 'asked_for_person') handOver(draft, VISITOR, 'asked_for_person')
  else handOver(draft, AI, 'no_answer')
}

function isWanted({ row }: Draft, reply: Row<'replies'>): boolean {
  return (
    reply.status === 'pending' &&
    row.turn === reply.turn &&
    row.response_mode === 'ai' &&
    row.status === 'open' &&
    row.deleted_at === null
  )
}

/** Ends an unwanted reply; after a takeover or closing, its text is kept for people to read. */
function discard(draft: Draft, reply: Row<'replies'>, made: Reply | 'failed' | null): void {
  const { row } = draft
  if (reply.status === 'stored' || reply.status === 'failed') return // another run of the job has ended it
  const isLost = row.response_mode === 'human' || row.status === 'closed'
  const unsent = isLost && made && made !== 'failed' ? made.content : null
  const status = reply.status === 'pending' ? 'discarded' : reply.status
  settleReply(draft, reply, { status, draft: unsent })
  if (unsent === null) return
  const ids = { agent_id: row.agent_id, conversation_id: row.id }
  draft.events.push({ event: { type: 'reply.discarded', ...ids } })
}

export function pendingAction(made: Reply): MessageAction | null {
  if (!made.action) return null
  const { id, slug, name, fields } = made.action
  return { agent_action_uuid: id, slug, name, fields, status: 'pending', result: null }
}

/** The answer trace, a row of the table `receipts`: what the reply rests on, and why it was given or handed over. */
function traceOf(
  { world }: Draft,
  message: Row<'messages'>,
  {
    citations,
    model,
    decision,
    reason,
    isCut,
    verified,
  }: Pick<Reply, 'model' | 'decision' | 'reason' | 'isCut' | 'verified'> & {
    citations: readonly Reply['citations'][number][]
  },
  { reply, searchQuery, isOwnKey }: Command & { kind: 'reply_ends' },
): Row<'receipts'> {
  return {
    message_id: message.id,
    citations: JSON.stringify(citations),
    model,
    latency_ms: Math.max(0, world.now - reply.created_at),
    decision,
    reason,
    search_query: searchQuery,
    is_cut: isCut ? 1 : 0,
    is_own_key: isOwnKey ? 1 : 0,
    sentences: verified ? JSON.stringify(verified.sentences) : null,
    is_retried: verified ? (verified.isRetried ? 1 : 0) : null,
    input_tokens: verified?.inputTokens ?? null,
    output_tokens: verified?.outputTokens ?? null,
  }
}
