import type { Context, Dependencies } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { quotaPeriod, returnQuota, takeQuota } from '../organizations/index.ts'
import type { ConversationChange } from './change-conversation.ts'
import { replyJob } from './jobs.ts'
import { changeReply, insertReply, selectNewestReply } from './queries.ts'

/**
 * Asks the AI for a reply to what has just been added: reserves a credit, and enqueues the job, in the transaction
 * that stores the message. A reply still in the making is superseded: one reply serves both messages, and one credit.
 *
 * @param credit `last` takes it at the end of the transaction. All of an organization's conversations wait for one
 * another to take theirs, so that it should be held no longer than it takes to commit.
 * @param completedMessageId the message whose action has just been completed, if that is what is to be replied to
 * @throws AppError 422 `subscription_limit_exceeded`, here or at the end
 */
export async function dispatchReply(
  ctx: Context,
  tx: Tx,
  change: ConversationChange,
  plan: Row<'organizations'>['plan'],
  credit: 'now' | 'last',
  completedMessageId?: string,
): Promise<void> {
  const { row } = change
  row.turn += 1
  const now = ctx.now()
  const period = quotaPeriod('message_credits', now)
  const free = row.turn === 1 ? null : await withdrawReply(ctx, tx, row, change.newestReply) // before the first turn there was none
  change.withdrawnFor = row.turn
  if (free !== period) {
    const organization = { id: row.organization_id, plan }
    if (credit === 'last') change.takesCreditOf = organization
    else await takeQuota(ctx, tx, organization, 'message_credits', 1)
    if (free !== null) change.creditsFree.push(free)
  }
  await insertReply(tx, {
    id: newId(),
    conversation_id: row.id,
    turn: row.turn,
    status: 'pending',
    credit_period: period,
    message_id: null,
    draft: null,
    created_at: now,
    updated_at: now,
  })
  await ctx.jobs.send(tx, replyJob, {
    conversationId: row.id,
    turn: row.turn,
    ...(completedMessageId && { completedMessageId }),
  })
}

/**
 * Calls off the reply of an older turn. Only the newest can be in the making, as each new turn calls off the one before.
 * @param newest the conversation's newest reply, where it has been asked for
 * @returns the period of the credit that is free again: the caller's to use or to return
 */
export async function withdrawReply(
  ctx: Dependencies,
  tx: Tx,
  conversation: Pick<Row<'conversations'>, 'id' | 'turn'>,
  newest = selectNewestReply(tx, conversation.id),
): Promise<string | null> {
  const reply = await newest
  if (reply?.status !== 'pending' || reply.turn === conversation.turn) return null
  await changeReply(tx, reply, { ...reply, status: 'superseded', credit_period: null, updated_at: ctx.now() })
  return reply.credit_period
}

/**
 * Takes and gives back the credits that changes of one organization's conversations came to, all at once.
 * @param take `takeQuota` for AppError 422 `subscription_limit_exceeded`, or `takeQuotaOrFail`
 */
export async function settleCredits(
  ctx: Dependencies,
  tx: Tx,
  changes: readonly ConversationChange[],
  take: typeof takeQuota,
): Promise<void> {
  const takers = Map.groupBy(
    changes.filter((change) => change.takesCreditOf),
    (change) => change.takesCreditOf!.plan,
  )
  for (const [first, ...others] of takers.values())
    await take(ctx, tx, first!.takesCreditOf!, 'message_credits', 1 + others.length)
  const periods = Map.groupBy(
    changes.flatMap((change) => change.creditsFree),
    (period) => period,
  )
  for (const [period, { length }] of periods)
    await returnQuota(tx, changes[0]!.row.organization_id, 'message_credits', length, period)
}
