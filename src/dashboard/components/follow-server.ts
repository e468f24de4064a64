import { hashKey } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/**
 * Edited fields keep their input when the server's data changes; the others take it.
 * @returns whether somebody else has changed a value that is being edited
 */
export function useFollowServer<Values extends FieldValues, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
  served: Values,
): boolean {
  const { defaultValues: begun, dirtyFields, isDirty } = form.formState
  const last = useRef(served)
  const [overtaken, setOvertaken] = useState(false)
  if (overtaken && !isDirty) setOvertaken(false)
  useEffect(() => {
    const names = Object.keys(served) as Path<Values>[]
    if (names.every((name) => isSame(served[name], last.current[name]))) return
    last.current = served
    const mine = form.getValues()
    const edited = names.filter((name) => (dirtyFields as Record<string, unknown>)[name])
    form.reset(served, { keepDirtyValues: true, keepErrors: true, keepIsSubmitted: true })
    for (const name of edited) form.setValue(name, mine[name], { shouldDirty: true })
    const theirs = (name: Path<Values>) => !isSame(served[name], begun?.[name]) && !isSame(served[name], mine[name])
    if (edited.some(theirs)) setOvertaken(true)
  })
  return overtaken
}

/** Shows the saved values in the form. Fields edited since the form was sent keep their input, and count as unsaved. */
export function settleSaved<Values extends FieldValues, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
  sent: Values,
  saved: Values,
): void {
  const mine = form.getValues()
  form.reset(saved)
  for (const name of Object.keys(saved) as Path<Values>[])
    if (!isSame(mine[name], sent[name])) form.setValue(name, mine[name], { shouldDirty: true })
}

/** Whether two values of a field are equal, compared with all that is nested in them. */
const isSame = (one: unknown, other: unknown): boolean => one === other || hashKey([one]) === hashKey([other])
