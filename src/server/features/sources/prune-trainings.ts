import type { Dependencies } from '../../context.ts'
import { deleteTrainings, selectOldTrainings } from './training-queries.ts'

const KEPT_MS = 30 * 24 * 60 * 60 * 1000
const AT_ONCE = 1_000 // rows per transaction; a longer one would hold up all writers on SQLite

/** Deletes trainings changed over 30 days ago, except each source's latest, which has its progress and error. */
export async function pruneTrainings(deps: Dependencies): Promise<void> {
  for (;;) {
    const ids = await selectOldTrainings(deps.database.read, deps.now() - KEPT_MS, AT_ONCE)
    await deps.database.transaction((tx) => deleteTrainings(tx, ids))
    if (ids.length < AT_ONCE) return
  }
}
