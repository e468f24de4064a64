import { removeInPortions } from '../../concurrency/remove-in-portions.ts'
import type { Dependencies } from '../../context.ts'
import { countRemoved } from './counts.ts'
import { removeDeliveriesBefore } from './queries.ts'

const KEPT_MS = 30 * 24 * 60 * 60 * 1000
const AT_ONCE = 500

export function pruneDeliveries(deps: Dependencies): Promise<void> {
  return removeInPortions(deps, AT_ONCE, async (tx) => {
    const rows = await removeDeliveriesBefore(tx, deps.now() - KEPT_MS, AT_ONCE)
    await countRemoved(tx, rows)
    return rows.length
  })
}
