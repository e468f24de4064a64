import type { PostContext } from '../../context.ts'
import type { VerbInput, VerbResult } from '../../http/binding.ts'
import { assertAvailable } from '../agents/index.ts'
import { decideAndCommit, holdingConversation } from './commit.ts'
import { presentMessage } from './presenter.ts'

/** Stores a visitor's message and, if the AI is to answer, requests its reply in the same transaction. */
export function sendMessage(ctx: PostContext, input: VerbInput<'sendMessage'>): Promise<VerbResult<'sendMessage'>> {
  const { agent, body } = input
  return holdingConversation(ctx, input.conversation, async (tx, state) => {
    const isMembers = ctx.actor.kind === 'session'
    const command = { kind: 'visitor_writes', content: body.content, agent, isMembers } as const
    const { added } = await decideAndCommit(ctx, tx, state, command)
    assertAvailable(agent) // after `decideAndCommit`, so that a lack of credits is reported before a disabled agent
    return ctx.answer(tx, presentMessage(added[0]!))
  })
}
