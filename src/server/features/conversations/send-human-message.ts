import type { Verb } from '../../http/binding.ts'
import { assertAvailable } from '../agents/index.ts'
import { holdingAsMember } from './acting-member.ts'
import { decideAndCommit } from './commit.ts'
import { presentMessage } from './presenter.ts'
import { authorOf } from './world.ts'

/** Stores a person's message, by which they take the conversation over from the AI. */
export const sendHumanMessage: Verb<'sendHumanMessage'> = (ctx, input) => {
  const { agent, body } = input
  assertAvailable(agent)
  const command = { kind: 'person_writes', content: body.content, author: authorOf(ctx) } as const
  return holdingAsMember(ctx, input.conversation, async (tx, state) => {
    const { added } = await decideAndCommit(ctx, tx, state, command)
    return ctx.answer(tx, presentMessage(added[0]!))
  })
}
