import { useEffect, useId } from 'react'
import { createStore } from './store.ts'

export const unsavedForms = createStore<ReadonlySet<string>>(new Set())

/** Registers the form as having unsaved changes, for `UnsavedGuard`. */
export function useUnsaved(dirty: boolean): void {
  const id = useId()
  useEffect(() => {
    if (!dirty) return
    unsavedForms.set(new Set([...unsavedForms.get(), id]))
    return () => unsavedForms.set(new Set([...unsavedForms.get()].filter((other) => other !== id)))
  }, [dirty, id])
}
