import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { isApiError } from './api-error.ts'

/** Shows what the server refuses about a form at those of its `fields` that it is about. */
export function placeErrors<Values extends FieldValues>(
  setError: UseFormSetError<Values>,
  fields: readonly Path<Values>[],
) {
  return {
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

/** The problems with single fields. "The url field" is cut off, so that the text can follow the field's label. */
export function fieldErrors(error: unknown): { field: string; message: string }[] {
  if (!isApiError(error)) return []
  return error.details.flatMap((detail) => {
    if (!('message' in detail)) return []
    const { field, message } = detail
    return [{ field, message: message.replace(`The ${field} field `, '') }]
  })
}

export function fieldError(error: unknown, name: string): string | undefined {
  return fieldErrors(error).find(({ field }) => field === name)?.message
}
