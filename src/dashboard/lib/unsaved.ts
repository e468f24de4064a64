import { useEffect, useId } from 'react'
import { createStore } from './store.ts'

/** Ids of the forms on the page that hold unsaved work. */
export const unsavedForms = createStore<ReadonlySet<string>>(new Set())

/** Marks this form as holding unsaved work, for `UnsavedGuard`. */
export function useUnsaved(dirty: boolean): void {
  const id = useId()
  useEffect(() => {
    if (!dirty) return
    unsavedForms.set(new Set([...unsavedForms.get(), id]))
    return () => unsavedForms.set(new Set([...unsavedForms.get()].filter((other) => other !== id)))
  }, [dirty, id])
}
