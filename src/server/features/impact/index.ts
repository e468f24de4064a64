import { removeInPortions } from '../../concurrency/remove-in-portions.ts'
import type { Context, Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { AppError } from '../../errors.ts'
import { deleteImpactsBefore, selectImpact } from './queries.ts'

const KEPT_MS = 24 * 60 * 60 * 1_000
const AT_ONCE = 10 // each may have thousands of answers

/** @throws AppError 404, also for one that is older than a day */
export async function findImpact(ctx: Context, agent: Row<'agents'>, id: string): Promise<Row<'impacts'>> {
  const row = await selectImpact(ctx.database.read, id)
  if (row?.agent_id !== agent.id || row.created_at < ctx.now() - KEPT_MS) throw new AppError('resource_not_found')
  return row
}

export function pruneImpacts(deps: Dependencies): Promise<void> {
  return removeInPortions(deps, AT_ONCE, (tx) => deleteImpactsBefore(tx, deps.now() - KEPT_MS, AT_ONCE))
}
