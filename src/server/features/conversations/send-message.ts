import type { Data } from '#contract/index.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { VerbInput } from '../../http/binding.ts'
import { assertAvailable } from '../agents/index.ts'
import { addMessage, setMode } from './change-conversation.ts'
import { changeConversation } from './change-together.ts'
import { presentMessage } from './presenter.ts'
import { dispatchReply } from './replies.ts'

/** Stores what the visitor says and, when the AI is to answer, asks for its reply in the same transaction. */
export async function sendMessage(ctx: Context, input: VerbInput<'sendMessage'>): Promise<Data<'sendMessage'>> {
  const { agent } = input
  return changeConversation(ctx, input.conversation, async (tx, change) => {
    if (change.row.status === 'closed') throw new AppError('conversation_closed')
    const message = addMessage(ctx, change, { role: 'visitor', content: input.body.content })
    // An agent that became human-only since leaves its older conversations to people too.
    if (agent.only_human) setMode(change, 'human')
    if (change.row.response_mode === 'ai') await dispatchReply(ctx, tx, change, agent.plan, 'last')
    change.lastChecks.push(() => assertAvailable(agent)) // a lack of credits is said before
    return presentMessage(message)
  })
}
