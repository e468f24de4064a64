import type { Dependencies } from '../../context.ts'
import { monthOf } from '../../db/time.ts'
import { deleteUsageBefore } from './queries.ts'

const LONGEST_MONTH_MS = 31 * 24 * 60 * 60 * 1000
const AT_ONCE = 1_000 // rows per transaction; a longer one would hold up all writers on SQLite

/**
 * Deletes the usage of past months. The month to which the day 31 days ago belongs is kept, as a credit that was taken
 * in it may still be given back. Several processes may run it at once.
 */
export async function pruneUsage(deps: Dependencies): Promise<void> {
  const month = monthOf(deps.now() - LONGEST_MONTH_MS)
  let removed: number
  do removed = await deps.database.transaction((tx) => deleteUsageBefore(tx, month, AT_ONCE))
  while (removed === AT_ONCE)
}
