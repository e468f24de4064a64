import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { isApiError } from './api-error.ts'

/**
 * Lands the details of a 422 on their form fields.
 * @param fields Names the form shows; a detail for any other field is left over.
 * @returns true when every detail found its field, so that nothing is left to say above the form.
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

/** The problems a refused request names, one for each field, read on from the field's name: "must be a valid URL." */
export function fieldErrors(error: unknown): { field: string; message: string }[] {
  if (!isApiError(error)) return []
  return error.details.flatMap((detail) => {
    if (!('message' in detail)) return []
    const { field, message } = detail
    return [{ field, message: message.replace(`The ${field} field `, '') }]
  })
}
