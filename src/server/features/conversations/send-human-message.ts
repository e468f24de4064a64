import type { Data } from '#contract/index.ts'
import { actingUserId, type Context } from '../../context.ts'
import type { VerbInput } from '../../http/binding.ts'
import { assertAvailable } from '../agents/index.ts'
import { addMessage, setMode } from './change-conversation.ts'
import { changeConversation } from './change-together.ts'
import { presentMessage } from './presenter.ts'

/** A person answers and has the baton from now on. */
export function sendHumanMessage(
  ctx: Context,
  input: VerbInput<'sendHumanMessage'>,
): Promise<Data<'sendHumanMessage'>> {
  assertAvailable(input.agent)
  return changeConversation(ctx, input.conversation, async (_tx, change) => {
    setMode(change, 'human')
    change.row.turn += 1
    const message = addMessage(ctx, change, { role: 'human', content: input.body.content, userId: actingUserId(ctx) })
    return presentMessage(message)
  })
}
