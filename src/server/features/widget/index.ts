import type { Dependencies } from '../../context.ts'
import { deleteEndedVisits, deleteIdleVisitors } from './queries.ts'

export { authenticateVisitor } from './authenticate-visitor.ts'
export { countVisitorRequest } from './count-visitor.ts'
export { followVisit } from './follow-visit.ts'
export { deleteIdleVisitors, deleteVisitors } from './queries.ts'
export { readShownWidget, type ShownWidget } from './shown-widget.ts'

const AT_ONCE = 200 // tokens per transaction; a longer one would hold up all writers on SQLite

/**
 * Deletes the tokens of visits that have ended, and the visitors who have no other token and no conversation. Several
 * processes may run it at once.
 */
export async function pruneVisits(deps: Dependencies): Promise<void> {
  let removed: number
  do {
    removed = await deps.database.transaction(async (tx) => {
      const visitors = await deleteEndedVisits(tx, deps.now(), AT_ONCE)
      if (visitors.length > 0) await deleteIdleVisitors(tx, [...new Set(visitors)])
      return visitors.length
    })
  } while (removed === AT_ONCE)
}
