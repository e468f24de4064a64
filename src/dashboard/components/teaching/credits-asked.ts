import { fieldError } from '#dashboard/api/field-errors.ts'

/** How many credits the server asks the member to agree to; undefined if the error is about something else. */
export function creditsAsked(error: unknown): number | undefined {
  return Number(/\d+/.exec(fieldError(error, 'credits') ?? '')?.[0]) || undefined
}
