import type { Data } from '#contract/index.ts'
import type { Tx } from '../../db/tables.ts'
import type { Verb } from '../../http/binding.ts'
import { assertAiAnswers } from '../agents/index.ts'
import { holdingAsMember } from './acting-member.ts'
import { actorOf, payerOf } from './command.ts'
import { commit } from './commit.ts'
import { decide } from './decide.ts'
import type { Decision } from './decision.ts'
import { presentThreadEntry, presentThreadMessage } from './present-thread.ts'
import { selectThreadEntry, selectThreadMessage } from './thread-queries.ts'
import { authorOf, worldOf } from './world.ts'

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
