import { removeInPortions } from '../../concurrency/remove-in-portions.ts'
import type { Dependencies } from '../../context.ts'
import { deleteNotificationsBefore } from './queries.ts'

export { notify, notifyAdmins } from './notify.ts'
export {
  notifyOfDecision,
  notifyOfNote,
  notifyOfWait,
  readNotificationsOf,
  takeAwayNote,
} from './of-conversations.ts'
export { selectAdmins } from './queries.ts'
export { sealVapidKey } from './vapid.ts'

const KEPT_MS = 90 * 24 * 60 * 60 * 1_000
const AT_ONCE = 1_000

/** Deletes notifications that are older than 90 days. */
export function pruneNotifications(deps: Dependencies): Promise<void> {
  return removeInPortions(deps, AT_ONCE, (tx) => deleteNotificationsBefore(tx, deps.now() - KEPT_MS, AT_ONCE))
}
