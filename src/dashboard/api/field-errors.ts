import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { isApiError } from './api-error.ts'

/**
 * Shows what the server refuses about a form where it belongs.
 * @param fields Names of the form's fields.
 */
export function placeErrors<Values extends FieldValues>(
  setError: UseFormSetError<Values>,
  fields: readonly Path<Values>[],
) {
  return {
    /** Shows the field errors of a 422 answer at their form fields. */
    onError: (error: unknown) => {
      for (const [index, { field, message }] of fieldErrors(error).filter(isOf(fields)).entries())
        setError(field as Path<Values>, { type: 'server', message }, { shouldFocus: index === 0 })
    },
    /** As `unplaced`. It stays null while the fields are being corrected, which removes the errors there. */
    notice: (error: unknown) => unplaced(error, fields),
  }
}

/** The error to show for a form as a whole: null if there is none, or all of it belongs to fields that the form shows. */
export function unplaced<Failure>(error: Failure, fields: readonly string[]): Failure | null {
  const found = fieldErrors(error)
  return found.length > 0 && found.every(isOf(fields)) ? null : error
}

const isOf =
  (fields: readonly string[]) =>
  ({ field }: { field: string }) =>
    fields.some((known) => field === known || field.startsWith(`${known}.`))

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

/** What an API error says about one field; undefined if nothing. */
export function fieldError(error: unknown, name: string): string | undefined {
  return fieldErrors(error).find(({ field }) => field === name)?.message
}
