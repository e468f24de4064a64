import { z } from 'zod'
import type { MessageAction } from '#contract/actions.ts'
import { isBlank } from '#contract/fields.ts'
import type { PostContext } from '../../context.ts'
import { AppError, invalid, sentence } from '../../errors.ts'
import type { Verb, VerbInput, VerbResult } from '../../http/binding.ts'
import { actionsOf } from '../actions/index.ts'
import { assertAvailable } from '../agents/index.ts'
import { decideAndCommit, holdingConversation } from './commit.ts'
import { handOverWordsOf } from './hand-over-words.ts'
import { selectMessage } from './message-queries.ts'

type Body = VerbInput<'submitActionResult'>['body']
type Field = MessageAction['fields'][number]

const email = z.email()
const PHONE = /^(?=.*\d)\+?[\d\s().-]{5,30}$/

const checks: Record<Field['type'], (value: unknown) => string | undefined> = {
  text: (value) => (typeof value === 'string' ? undefined : 'must be text'),
  email: (value) => (email.safeParse(value).success ? undefined : 'must be a valid e-mail address'),
  phone: (value) => (typeof value === 'string' && PHONE.test(value) ? undefined : 'must be a phone number'),
  number: (value) =>
    typeof value === 'number' || (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)))
      ? undefined
      : 'must be a number',
}

/**
 * Checks that a submitted result names the pending action and matches its fields.
 * @param isAmbiguous whether several actions of the agent have this one's slug, so that `agent_action_uuid` is required
 * @throws AppError 422 if it names another action; otherwise 422 with a detail for each field that does not match
 */
export function checkActionResult(action: MessageAction, body: Body, isAmbiguous: boolean): void {
  for (const name of ['action', 'action_slug', 'action_name'] as const) {
    const isItsName = name === 'action_name' && body[name] === action.name
    if (body[name] !== undefined && body[name] !== action.slug && !isItsName)
      throw invalid(name, 'is not the pending action')
  }
  if (body.agent_action_uuid !== undefined && body.agent_action_uuid !== action.agent_action_uuid)
    throw invalid('agent_action_uuid', 'is not the pending action')
  if (isAmbiguous && body.agent_action_uuid === undefined)
    throw invalid('agent_action_uuid', 'is required: several actions have this slug')

  const values: Record<string, unknown> = Object.assign(Object.create(null), ...body.result)
  const details = action.fields.flatMap((field) => {
    const problem = problemOf(field, values[field.name])
    return problem ? [{ field: `result.${field.name}`, message: sentence(`result.${field.name}`, problem) }] : []
  })
  if (details.length > 0) throw new AppError('validation_failed', { details })
}

function problemOf(field: Field, value: unknown): string | undefined {
  const isEmpty = value === undefined || value === null || (typeof value === 'string' && isBlank(value))
  if (isEmpty) return field.required ? 'is required' : undefined
  return checks[field.type](value)
}

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
    const goesToPeople = row.response_mode === 'ai' && (agent.only_human || isOutOfCredits)
    const why = agent.only_human ? 'person_comes' : 'ai_is_spent'
    const command = {
      kind: 'complete_action',
      message,
      completed,
      agent,
      isOutOfCredits,
      words: goesToPeople ? await handOverWordsOf(ctx, tx, agent, row, why) : undefined,
      isFollowed: ctx.isFollowed,
    } as const
    await decideAndCommit(ctx, tx, state, command)
    return ctx.answer(tx, body.result, state.row.id)
  })
}
