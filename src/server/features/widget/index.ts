import type { Dependencies } from '../../context.ts'
import { deleteEndedVisits } from './queries.ts'

export { networkOf } from './address.ts'
export { authenticateVisitor } from './authenticate-visitor.ts'
export { countVisitorRequest } from './count-visitor.ts'
export { followVisit } from './follow-visit.ts'
export { readShownWidget, type ShownWidget } from './shown-widget.ts'

/** Deletes the tokens of visits that have ended. */
export async function pruneVisits(deps: Dependencies): Promise<void> {
  await deps.database.transaction((tx) => deleteEndedVisits(tx, deps.now()))
}
