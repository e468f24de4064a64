import { actingUserId, type Dependencies } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Locator } from '../../http/binding.ts'
import { FAILURE_WINDOW_MS } from './failure-limits.ts'
import { deleteEndedSessions, deleteOldFailures, selectSession } from './queries.ts'

export { authenticateSession, authenticateSessionToken } from './authenticate-session.ts'
export { countFailure, refuseAfterFailures, withRightPassword } from './check-password.ts'
export { addressTaken, createPerson, refusingTakenAddress } from './create-person.ts'
export { tenOf } from './failure-limits.ts'
export { hashPassword } from './password.ts'
export { presentSession } from './present-session.ts'
export {
  deleteFailuresOf,
  deleteSessionsOf,
  deleteTokensFor as endTokensFor,
  selectUser as findPerson,
  selectUserByEmail as personWithEmail,
} from './queries.ts'
export { recordOfPerson } from './record-of-person.ts'
export { letIn, startSession } from './start-session.ts'

/** @throws AppError 404 if there is none or it has ended; 403 for a session of another user */
export const findSession: Locator<'session'> = async (ctx, id) => {
  const row = await selectSession(ctx.database.read, id)
  if (!row || row.expires_at <= ctx.now()) throw new AppError('resource_not_found')
  if (row.user_id !== actingUserId(ctx)) throw new AppError('forbidden')
  return row
}

/** Deletes sessions that have expired, and failed attempts that no longer count. */
export async function pruneSessions(deps: Dependencies): Promise<void> {
  const now = deps.now()
  await deps.database.transaction(async (tx) => {
    await deleteOldFailures(tx, now - FAILURE_WINDOW_MS)
    await deleteEndedSessions(tx, now)
  })
}
