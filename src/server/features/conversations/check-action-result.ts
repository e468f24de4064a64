import { z } from 'zod'
import type { MessageAction } from '#contract/actions.ts'
import { isBlank } from '#contract/fields.ts'
import { AppError, invalid, sentence } from '../../errors.ts'
import type { VerbInput } from '../../http/binding.ts'

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
