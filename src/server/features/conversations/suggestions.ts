import type { Data } from '#contract/index.ts'
import type { Dependencies } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { Row } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { AppError } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import type { Verb } from '../../http/binding.ts'
import { assertAvailable } from '../agents/index.ts'
import { countSuggestion } from '../facts/index.ts'
import { quotaPeriod, returnQuota, takeQuota, takeQuotaIfLeft } from '../organizations/index.ts'
import { holdingAsMember } from './acting-member.ts'
import { type Payer, payerOf } from './command.ts'
import { holdingConversation } from './commit.ts'
import { suggestJob } from './jobs.ts'
import { selectConversationById } from './queries.ts'
import { insertSuggestion, isStillFor, removeSuggestion, selectSuggestionOf } from './suggestion-queries.ts'

/**
 * Asks for a suggestion, or answers with the one that is there or being made already.
 * @throws AppError 409 `not_with_people`; 422 `subscription_limit_exceeded`; 423 `agent_unavailable`
 */
export const suggestReply: Verb<'suggestReply'> = (ctx, { agent, conversation }) => {
  assertAvailable(agent)
  return holdingAsMember(ctx, conversation, async (tx, { row }) => {
    if (row.response_mode !== 'human') throw new AppError('not_with_people')
    const known = await selectSuggestionOf(tx, row.id)
    if (known && known.content !== '' && isStillFor(known, row)) return ctx.answer(tx, { id: known.id })
    const payer = payerOf(agent)
    const id = await request(ctx, tx, row, known, payer, true)
    if (payer !== 'own_key') await takeQuota(ctx, tx, { id: row.organization_id, plan: payer }, 'message_credits', 1)
    return ctx.answer(tx, { id })
  })
}

/**
 * Asks for a suggestion to what a mail has just said, in a conversation that the transaction has locked and people have.
 * Without a credit, none is made.
 */
export async function draftReply(deps: Dependencies, tx: Tx, row: Row<'conversations'>, payer: Payer): Promise<void> {
  if (row.response_mode !== 'human') return
  const { organization_id: id } = row
  if (payer !== 'own_key' && !(await takeQuotaIfLeft(deps, tx, { id, plan: payer }, 'message_credits', 1))) return
  await request(deps, tx, row, await selectSuggestionOf(tx, row.id), payer, false)
}

/** Stores that a suggestion is asked for, in place of an earlier one, and queues the job that makes it. */
async function request(
  deps: Dependencies,
  tx: Tx,
  row: Row<'conversations'>,
  known: Row<'suggestions'> | undefined,
  payer: Payer,
  isAsked: boolean,
): Promise<string> {
  if (known) await callOff(tx, row, known)
  const [id, now] = [newId(), deps.now()]
  const { turn, message_count, agent_id } = row
  await insertSuggestion(tx, {
    ...{ id, conversation_id: row.id, turn, message_count, is_asked: isAsked ? 1 : 0, content: null, citations: '[]' },
    ...{ credit_period: payer === 'own_key' ? null : quotaPeriod('message_credits', now), created_at: now },
  })
  await deps.jobs.send(tx, suggestJob, { id, agentId: agent_id })
  return id
}

/** Removes a suggestion. The credit of one that was never finished is returned. */
async function callOff(tx: Tx, row: Row<'conversations'>, known: Row<'suggestions'>): Promise<void> {
  await removeSuggestion(tx, known.id)
  if (known.content === null && known.credit_period !== null)
    await returnQuota(tx, row.organization_id, 'message_credits', 1, known.credit_period)
}

/** Dismisses the suggestion that the thread shows; does nothing if it shows none. */
export const dismissSuggestion: Verb<'dismissSuggestion'> = (ctx, { conversation }) =>
  holdingConversation(ctx, conversation, async (tx, { row }) => {
    const known = await selectSuggestionOf(tx, row.id)
    if (!known || known.content === null || !isStillFor(known, row)) return undefined
    await removeSuggestion(tx, known.id)
    if (known.content !== '') await countSuggestion(tx, row.id, 'discarded')
    await tellThread(ctx, tx, row)
    return undefined
  })

/**
 * Counts what a person's words have made of the suggestion: sent as it was, changed, or not wanted where they wrote
 * something of their own while it was shown. Called before the words are stored, under the conversation's lock.
 */
export async function noteSuggestionUsed(
  tx: Tx,
  row: Row<'conversations'>,
  { content, suggestion_id }: { content: string; suggestion_id?: string | null | undefined },
): Promise<void> {
  const known = await selectSuggestionOf(tx, row.id)
  if (!known?.content) return
  const isUsed = known.id === suggestion_id?.toLowerCase()
  if (!isUsed && !isStillFor(known, row)) return
  await removeSuggestion(tx, known.id)
  const isSame = known.content.trim() === content.trim()
  await countSuggestion(tx, row.id, !isUsed ? 'discarded' : isSame ? 'sent' : 'edited')
}

/** The suggestion as a thread shows it; null if there is none, it is being made, or the conversation has moved on. */
export async function suggestionOf(db: Db, id: string): Promise<Data<'listThread'>['suggestion']> {
  const known = await selectSuggestionOf(db, id)
  if (!known || known.content === null) return null
  const row = await selectConversationById(db, id)
  if (!row || !isStillFor(known, row)) return null
  return { id: known.id, content: known.content, citations: JSON.parse(known.citations) }
}

/** Tells whoever has the thread open that its suggestion has changed. */
export const tellThread = (
  deps: Dependencies,
  tx: Tx,
  { id, agent_id, organization_id }: Row<'conversations'>,
): Promise<void> => emit(deps, tx, organization_id, { type: 'thread.updated', agent_id, conversation_id: id })
