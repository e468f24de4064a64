import { sessionEnded } from '#dashboard/api/session-state.ts'
import { late } from '#dashboard/lib/late.tsx'
import { useStore } from '#dashboard/lib/store.ts'

const SessionEndedDialog = late(() => import('./session-ended-dialog.tsx'), 'SessionEndedDialog')

export function SessionGuard() {
  const ended = useStore(sessionEnded)
  return ended && <SessionEndedDialog />
}
