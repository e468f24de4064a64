import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '#dashboard/components/confirm-dialog.tsx'
import { useStore } from '#dashboard/lib/store.ts'
import { unsavedForms } from '#dashboard/lib/unsaved.ts'

/** Asks before the page is left. A page with forms renders it once; each form registers with `useUnsaved`. */
export function UnsavedGuard() {
  const dirty = useStore(unsavedForms).size > 0
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => unsavedForms.get().size > 0,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title="Leave without saving?"
      description="What you changed on this page is not saved yet, and would be lost."
      confirmLabel="Leave"
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
