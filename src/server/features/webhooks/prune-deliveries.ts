import { removeInPortions } from '../../concurrency/remove-in-portions.ts'
import type { Dependencies, Eraser } from '../../context.ts'
import { countRemoved } from './counts.ts'
import { removeDeliveriesAbout, removeDeliveriesBefore } from './queries.ts'

/**
 * Deletes the deliveries that tell of an erased conversation. One that is being sent at this moment may still arrive,
 * but its attempt is not stored.
 */
export const eraseDeliveries: Eraser = async (tx, { id }) => {
  await countRemoved(tx, await removeDeliveriesAbout(tx, id))
}

const KEPT_MS = 30 * 24 * 60 * 60 * 1000
const AT_ONCE = 500

export const pruneDeliveries = (deps: Dependencies): Promise<void> =>
  removeInPortions(deps, AT_ONCE, async (tx) => {
    const rows = await removeDeliveriesBefore(tx, deps.now() - KEPT_MS, AT_ONCE)
    await countRemoved(tx, rows)
    return rows.length
  })
