import type { ApiError } from '#dashboard/api/api-error.ts'
import { fieldErrors } from '#dashboard/api/field-errors.ts'

/**
 * The error to show for a form as a whole: null if there is none, or the form shows each of its problems at a field.
 * @param shown names of the fields that the form shows
 */
export function unplaced(error: ApiError | null, shown: readonly string[]): ApiError | null {
  const problems = fieldErrors(error)
  return problems.length > 0 && problems.every(({ field }) => shown.includes(field)) ? null : error
}
