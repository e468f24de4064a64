import { useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/**
 * For a form of what the server keeps, of plain fields: one that is being edited stays as it was typed, whoever saves
 * meanwhile; the others follow the server.
 * @returns whether somebody else has changed what is being edited.
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
