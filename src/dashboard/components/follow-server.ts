import { useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/**
 * Keeps a form in step with data on the server. Fields that the person has edited keep their input when the data
 * changes; the others take the new values.
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
    if (names.every((name) => served[name] === last.current[name])) return
    last.current = served
    const mine = form.getValues()
    const edited = names.filter((name) => (dirtyFields as Record<string, unknown>)[name])
    form.reset(served, { keepDirtyValues: true, keepErrors: true, keepIsSubmitted: true })
    for (const name of edited) form.setValue(name, mine[name], { shouldDirty: true })
    const theirs = (name: Path<Values>) => served[name] !== begun?.[name] && served[name] !== mine[name]
    if (edited.some(theirs)) setOvertaken(true)
  })
  return overtaken
}
