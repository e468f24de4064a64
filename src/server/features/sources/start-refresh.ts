import type { Dependencies } from '../../context.ts'
import { refreshJob } from './jobs.ts'

/** Called when a worker starts, because the embedding model may have been changed since the last time. */
export async function startSources(deps: Dependencies): Promise<void> {
  await deps.database.transaction((tx) => deps.jobs.send(tx, refreshJob, {}))
}
