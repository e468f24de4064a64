import type { Verb } from '../../http/binding.ts'
import { assertAvailable } from '../agents/index.ts'
import { holdingAsMember } from './acting-member.ts'
import { actorOf } from './command.ts'
import { commit } from './commit.ts'
import { decide } from './decide.ts'
import { openAsOnlyOne } from './one-open.ts'
import { presentConversation } from './presenter.ts'
import { authorOf, worldOf } from './world.ts'

/**
 * Changes who answers, or whether the conversation is open, or both in this order.
 * @throws AppError 409 `conversation_conflict` if it is to be reopened and the visitor has another open one; 422
 * `conversation_closed` if a mode is set of one that stays closed; 423 `agent_unavailable`
 */
export const updateConversation: Verb<'updateConversation'> = async (ctx, { agent, conversation, body }) => {
  const { status, response_mode: mode, ...others } = body
  others satisfies Record<string, never> // a field of the body that is not handled below does not compile
  const decision = await openAsOnlyOne(ctx, conversation, () =>
    holdingAsMember(ctx, conversation, async (tx, state) => {
      const decision = decide(state, { kind: 'set', mode, status, by: actorOf(authorOf(ctx)) }, worldOf(ctx))
      assertAvailable(agent) // after `decide`, so that a closed conversation is reported before a disabled agent
      await commit(ctx, tx, decision)
      return decision
    }),
  )
  return presentConversation(decision.after)
}
