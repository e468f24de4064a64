import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { isApiError } from './api-error.ts'

/**
 * Shows the field errors of a 422 answer at their form fields.
 * @param fields Names of the form's fields.
 * @returns true when there are field errors and each belongs to one of the fields, so that none is left to show
 * elsewhere
 */
export function applyFieldErrors<Values extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<Values>,
  fields: readonly Path<Values>[],
): boolean {
  const found = fieldErrors(error)
  let shown = 0
  for (const { field, message } of found) {
    const name = fields.find((known) => field === known || field.startsWith(`${known}.`))
    if (!name) continue
    setError(field as Path<Values>, { type: 'server', message }, { shouldFocus: shown === 0 })
    shown += 1
  }
  return found.length > 0 && shown === found.length
}

/**
 * Lists the problems with single fields that an API error names. "The url field" is cut from the beginning of a
 * message, so that it can follow the field's label: "must be a valid URL."
 */
export function fieldErrors(error: unknown): { field: string; message: string }[] {
  if (!isApiError(error)) return []
  return error.details.flatMap((detail) => {
    if (!('message' in detail)) return []
    const { field, message } = detail
    return [{ field, message: message.replace(`The ${field} field `, '') }]
  })
}
