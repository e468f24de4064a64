import type { MessageAction } from '#contract/actions.ts'
import type { Data } from '#contract/index.ts'
import type { Context } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import type { VerbInput } from '../../http/binding.ts'
import { actionsOf } from '../actions/index.ts'
import { assertAvailable } from '../agents/index.ts'
import { setMode } from './change-conversation.ts'
import { changeConversation } from './change-together.ts'
import { checkActionResult } from './check-action-result.ts'
import { changeMessage, selectMessage } from './queries.ts'
import { dispatchReply } from './replies.ts'

/** Completes a pending action once, and lets the AI go on unless a person has the conversation. */
export async function submitActionResult(
  ctx: Context,
  input: VerbInput<'submitActionResult'>,
): Promise<Data<'submitActionResult'>> {
  const { agent, body } = input
  const known = await actionsOf(ctx.database.read, agent.id)
  return changeConversation(ctx, input.conversation, async (tx, change) => {
    const message = await selectMessage(tx, change.row.id, input.message.id)
    const action = message?.action ? (JSON.parse(message.action) as MessageAction) : null
    if (!message || action?.status !== 'pending') throw invalid('action', 'names no pending action of this message')
    const isAmbiguous = known.filter((other) => other.slug === action.slug).length > 1
    checkActionResult(action, body, isAmbiguous)
    assertAvailable(agent)

    const completed: MessageAction = { ...action, status: 'completed', result: body.result }
    await changeMessage(tx, message.id, { action: JSON.stringify(completed), action_required: 0 })
    change.touched.push(message.id)
    const aiGoesOn = change.row.status === 'open' && change.row.response_mode === 'ai' && !agent.only_human
    if (!aiGoesOn) return body.result
    try {
      await dispatchReply(ctx, tx, change, agent.plan, 'now', message.id)
    } catch (error) {
      // Out of credits: what the visitor filled in is kept, and a person goes on.
      if (!(error instanceof AppError) || error.code !== 'subscription_limit_exceeded') throw error
      setMode(change, 'human')
      change.askedForPerson = true
    }
    return body.result
  })
}
