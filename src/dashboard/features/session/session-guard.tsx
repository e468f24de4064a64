import { lazy, Suspense } from 'react'
import { sessionEnded } from '#dashboard/api/session-state.ts'
import { useStore } from '#dashboard/lib/store.ts'

const SessionEndedDialog = lazy(async () => ({
  default: (await import('./session-ended-dialog.tsx')).SessionEndedDialog,
}))

/** Asks to sign in again when the session has ended. */
export function SessionGuard() {
  const ended = useStore(sessionEnded)
  return ended ? (
    <Suspense>
      <SessionEndedDialog />
    </Suspense>
  ) : null
}
