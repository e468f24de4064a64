import { removeInPortions } from '../../concurrency/remove-in-portions.ts'
import type { Dependencies } from '../../context.ts'
import { monthOf } from '../../db/time.ts'
import { deleteUsageBefore } from './queries.ts'

const LONGEST_MONTH_MS = 31 * 24 * 60 * 60 * 1000
const AT_ONCE = 1_000

/** Deletes past months' usage, except the one of 31 days ago, whose credits may still be given back. */
export function pruneUsage(deps: Dependencies): Promise<void> {
  const month = monthOf(deps.now() - LONGEST_MONTH_MS)
  return removeInPortions(deps, AT_ONCE, (tx) => deleteUsageBefore(tx, month, AT_ONCE))
}
