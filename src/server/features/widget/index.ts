import { removeInPortions } from '../../concurrency/remove-in-portions.ts'
import type { Dependencies } from '../../context.ts'
import { deleteEndedVisits, deleteIdleVisitors } from './queries.ts'

export { authenticateVisitor } from './authenticate-visitor.ts'
export { chatLink } from './chat-link.ts'
export { countVisitorRequest } from './count-visitor.ts'
export { followVisit } from './follow-visit.ts'
export { shortName } from './presenter.ts'
export { deleteIdleVisitors, deleteVisitors } from './queries.ts'
export { readShownWidget, type ShownWidget } from './shown-widget.ts'

const AT_ONCE = 200 // tokens

/** Deletes the tokens of visits that have ended, and the visitors who have no other token and no conversation. */
export function pruneVisits(deps: Dependencies): Promise<void> {
  return removeInPortions(deps, AT_ONCE, async (tx) => {
    const visitors = await deleteEndedVisits(tx, deps.now(), AT_ONCE)
    if (visitors.length > 0) await deleteIdleVisitors(tx, [...new Set(visitors)])
    return visitors.length
  })
}
