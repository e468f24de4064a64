import type { Dependencies } from '../../context.ts'
import { FAILURE_WINDOW_MS } from './check-password.ts'
import { deleteEndedSessions, deleteOldFailures } from './queries.ts'

/** Deletes sessions that have expired, and failed attempts that no longer count. */
export async function pruneSessions(deps: Dependencies): Promise<void> {
  const now = deps.now()
  await deps.database.transaction(async (tx) => {
    await deleteOldFailures(tx, now - FAILURE_WINDOW_MS)
    await deleteEndedSessions(tx, now)
  })
}
