import { fieldErrors } from '#dashboard/api/field-errors.ts'

/**
 * How many credits the server wants to be agreed to, because the agent's model belongs to a provider; undefined where
 * that is not what it complains of.
 */
export function creditsAsked(error: unknown): number | undefined {
  const detail = fieldErrors(error).find(({ field }) => field === 'credits')
  return Number(/\d+/.exec(detail?.message ?? '')?.[0]) || undefined
}
