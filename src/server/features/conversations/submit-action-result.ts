import type { MessageAction } from '#contract/actions.ts'
import type { PostContext } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import type { Verb, VerbInput, VerbResult } from '../../http/binding.ts'
import { actionsOf } from '../actions/index.ts'
import { assertAvailable } from '../agents/index.ts'
import { isAddressForm } from './address-form.ts'
import { checkActionResult } from './check-action-result.ts'
import { decideAndCommit, holdingConversation } from './commit.ts'
import { handOverWordsOf } from './hand-over-words.ts'
import { selectMessage } from './message-queries.ts'

/**
 * Completes a pending action with what the visitor filled in. The AI continues, unless people have the conversation or
 * it is closed. If no credits are left, the result is stored and people continue.
 * @throws AppError 422 if the action is not pending (any more) or the result does not match its fields
 */
export const submitActionResult: Verb<'submitActionResult'> = async (ctx, input) => {
  try {
    return await submit(ctx, input, { isOutOfCredits: false })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'subscription_limit_exceeded') throw error
    return await submit(ctx, input, { isOutOfCredits: true })
  }
}

async function submit(
  ctx: PostContext,
  { agent, body, ...input }: VerbInput<'submitActionResult'>,
  { isOutOfCredits }: { isOutOfCredits: boolean },
): Promise<VerbResult<'submitActionResult'>> {
  const known = await actionsOf(ctx.database.read, agent.id)
  return holdingConversation(ctx, input.conversation, async (tx, state) => {
    const message = await selectMessage(tx, state.row.id, input.message.id)
    const action = message?.action ? (JSON.parse(message.action) as MessageAction) : null
    if (!message || action?.status !== 'pending') throw invalid('action', 'names no pending action of this message')
    const isAmbiguous = known.filter((other) => other.slug === action.slug).length > 1
    checkActionResult(action, body, isAmbiguous)
    assertAvailable(agent)
    const completed: MessageAction = { ...action, status: 'completed', result: body.result }
    const { row } = state
    const isAddress = isAddressForm(action, agent.id)
    const goesToPeople = !isAddress && row.response_mode === 'ai' && (agent.only_human || isOutOfCredits)
    const why = agent.only_human ? 'person_comes' : 'ai_is_spent'
    const command = {
      kind: 'complete_action',
      message,
      completed,
      isAddress,
      agent,
      isOutOfCredits,
      words: goesToPeople ? await handOverWordsOf(ctx, tx, agent, row, why) : undefined,
      isFollowed: ctx.isFollowed,
    } as const
    await decideAndCommit(ctx, tx, state, command)
    return ctx.answer(tx, body.result, state.row.id)
  })
}
