import { removeInPortions } from '../../concurrency/remove-in-portions.ts'
import type { Dependencies } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Locator } from '../../http/binding.ts'
import { deleteImpactsBefore, selectImpact } from './queries.ts'

const KEPT_MS = 24 * 60 * 60 * 1_000
const AT_ONCE = 10 // each may have thousands of answers

/** @throws AppError 404, also for one that is older than a day */
export const findImpact: Locator<'impact'> = async (ctx, id, { agent }) => {
  const row = await selectImpact(ctx.database.read, id)
  if (row?.agent_id !== agent.id || row.created_at < ctx.now() - KEPT_MS) throw new AppError('resource_not_found')
  return row
}

export function pruneImpacts(deps: Dependencies): Promise<void> {
  return removeInPortions(deps, AT_ONCE, (tx) => deleteImpactsBefore(tx, deps.now() - KEPT_MS, AT_ONCE))
}
