import type { Dependencies } from '../../context.ts'
import { deleteEntriesBefore } from './queries.ts'

const KEPT_MS = 400 * 24 * 60 * 60 * 1000
const AT_ONCE = 1_000 // rows per transaction; a longer one would hold up all writers on SQLite

/** Deletes entries older than 400 days. Several processes may run it at once. */
export async function pruneAuditLog(deps: Dependencies): Promise<void> {
  let removed: number
  do removed = await deps.database.transaction((tx) => deleteEntriesBefore(tx, deps.now() - KEPT_MS, AT_ONCE))
  while (removed === AT_ONCE)
}
