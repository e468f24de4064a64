import type { Dependencies } from '../../context.ts'
import { countRemoved } from './counts.ts'
import { removeDeliveriesBefore } from './queries.ts'

const KEPT_MS = 30 * 24 * 60 * 60 * 1000
const AT_ONCE = 500 // deliveries per transaction; a longer one would hold up all writers on SQLite

/** Deletes deliveries older than 30 days. Several processes may run it at once. */
export async function pruneDeliveries(deps: Dependencies): Promise<void> {
  let removed: number
  do {
    removed = await deps.database.transaction(async (tx) => {
      const rows = await removeDeliveriesBefore(tx, deps.now() - KEPT_MS, AT_ONCE)
      await countRemoved(tx, rows)
      return rows.length
    })
  } while (removed === AT_ONCE)
}
