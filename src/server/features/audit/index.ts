import { removeInPortions } from '../../concurrency/remove-in-portions.ts'
import type { Dependencies } from '../../context.ts'
import { deleteEntriesBefore } from './queries.ts'

export { changedFields } from './changed-fields.ts'
export { type AuditTarget, recordAudit } from './record-audit.ts'

const KEPT_MS = 400 * 24 * 60 * 60 * 1000
const AT_ONCE = 1_000

export function pruneAuditLog(deps: Dependencies): Promise<void> {
  return removeInPortions(deps, AT_ONCE, (tx) => deleteEntriesBefore(tx, deps.now() - KEPT_MS, AT_ONCE))
}
