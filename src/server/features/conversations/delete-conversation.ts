import type { Data } from '#contract/index.ts'
import { actingUserId, type Context, type Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { isNotFound } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import type { Verb } from '../../http/binding.ts'
import { assertAiAnswers } from '../agents/index.ts'
import { recordAudit } from '../audit/index.ts'
import { readNotificationsOf } from '../notifications/index.ts'
import { holdingAsMember } from './acting-member.ts'
import { actorOf, authorOf, payerOf, worldOf } from './command.ts'
import { commit, decideAndCommit, lockState } from './commit.ts'
import { decide } from './decide.ts'
import type { Decision } from './decision.ts'
import { presentThreadEntry, presentThreadMessage } from './list-thread.ts'
import { assertReached, parsePosition } from './thread-position.ts'
import {
  lowerReadMark,
  raiseReadMark,
  selectReadMark,
  selectThreadEntry,
  selectThreadMessage,
} from './thread-queries.ts'

/**
 * Gives a conversation back to the AI. If wished, the visitor's last message gets a reply where nobody has answered it,
 * whoever had the conversation.
 * @throws AppError 409 `conversation_closed`; 409 `only_human` if only people answer for the agent; 422
 * `subscription_limit_exceeded` if the reply needs a credit and none is left; 423 `agent_unavailable`. Nothing is changed
 * then.
 */
export const giveBack: Verb<'giveBack'> = (ctx, { agent, conversation, body }) =>
  holdingAsMember(ctx, conversation, async (tx, state) => {
    const payer = body.answers ? payerOf(agent) : null
    const decision = decide(state, { kind: 'give_back', payer, by: actorOf(authorOf(ctx)) }, worldOf(ctx))
    assertAiAnswers(agent) // after `decide`, so that a closed conversation is reported before the agent
    await commit(ctx, tx, decision)
    return ctx.answer(tx, await itemOf(tx, decision))
  })

async function itemOf(tx: Tx, { entries: [mark], after }: Decision): Promise<Data<'giveBack'>> {
  const entry = mark && (await selectThreadEntry(tx, mark.id))
  if (entry) return presentThreadEntry(entry)
  if (after.message_count === 0) return null
  return presentThreadMessage(await selectThreadMessage(tx, after.id, after.message_count))
}

/** Notes how far the asking member has read. An earlier position than the one that is noted changes nothing. */
export const markRead: Verb<'markConversationRead'> = async (ctx, { conversation, body }) => {
  const place = parsePosition(body.position)
  assertReached(conversation, place, 'position')
  const userId = actingUserId(ctx)
  await ctx.database.transaction(async (tx) => {
    const before = await selectReadMark(tx, conversation.id, userId)
    const isMoved = await raiseReadMark(tx, conversation.id, userId, place)
    await readNotificationsOf(ctx, tx, conversation, userId)
    // Lists show how many messages are unread, but not how many notes and events, so only messages count here.
    if (isMoved && (before?.message ?? -1) < place.message) await tell(ctx, tx, conversation, userId, place.message)
  })
}

/** Marks the last message as unread again for the asking member. */
export const markUnread: Verb<'markConversationUnread'> = async (ctx, { conversation }) => {
  const userId = actingUserId(ctx)
  const message = Math.max(0, conversation.message_count - 1)
  await ctx.database.transaction(async (tx) => {
    await lowerReadMark(tx, conversation.id, userId, message)
    await tell(ctx, tx, conversation, userId, message)
  })
}

/** Emits an event for the member's other windows. It names no agent, because nothing about an agent changes. */
const tell = (ctx: Context, tx: Tx, row: Row<'conversations'>, userId: string, count: number): Promise<void> =>
  emit(ctx, tx, row.organization_id, {
    type: 'conversation.read',
    user_id: userId,
    conversation_id: row.id,
    read_count: count,
  })

/** Marks a conversation and its messages as deleted, and cancels a reply that the AI is making. */
export const deleteConversation: Verb<'deleteConversation'> = async (ctx, input) => {
  try {
    await holdingAsMember(ctx, input.conversation, async (tx, state) => {
      const { id, organization_id: organizationId } = state.row
      await decideAndCommit(ctx, tx, state, { kind: 'delete' })
      await recordAudit(ctx, tx, {
        organizationId,
        action: 'conversation.deleted',
        target: { type: 'conversation', id },
      })
    })
  } catch (error) {
    if (!isNotFound(error)) throw error // another request has just deleted it
  }
}

/** Takes a conversation out of lists and totals before its rows are erased; does nothing to a deleted one. */
export async function takeOutConversation(deps: Dependencies, tx: Tx, id: string): Promise<void> {
  const state = await lockState(tx, id)
  if (state) await decideAndCommit(deps, tx, state, { kind: 'delete' })
}
