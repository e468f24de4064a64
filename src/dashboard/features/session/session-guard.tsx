import { sessionEnded } from '#dashboard/api/session-state.ts'
import { useStore } from '#dashboard/lib/store.ts'
import { SessionEndedDialog } from './session-ended-dialog.tsx'

/** Shows the dialog for signing in again once the session has ended. */
export function SessionGuard() {
  const ended = useStore(sessionEnded)
  return ended && <SessionEndedDialog />
}
