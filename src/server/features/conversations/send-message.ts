import type { Verb } from '../../http/binding.ts'
import { assertAvailable } from '../agents/index.ts'
import { commit, holdingConversation } from './commit.ts'
import { decide } from './decide.ts'
import { presentMessage } from './presenter.ts'
import { worldOf } from './world.ts'

/** Stores a visitor's message and, if the AI is to answer, requests its reply in the same transaction. */
export const sendMessage: Verb<'sendMessage'> = (ctx, input) => {
  const { agent, body } = input
  return holdingConversation(ctx, input.conversation, async (tx, state) => {
    const isMembers = ctx.actor.kind === 'session'
    const command = {
      kind: 'visitor_writes',
      content: body.content,
      agent,
      isMembers,
      isFollowed: ctx.isFollowed,
    } as const
    const decision = decide(state, command, worldOf(ctx))
    await commit(ctx, tx, decision)
    assertAvailable(agent) // after `commit`, so that a lack of credits is reported before a disabled agent
    return ctx.answer(tx, presentMessage(decision.added[0]!))
  })
}
