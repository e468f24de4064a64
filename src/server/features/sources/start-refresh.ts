import type { Dependencies } from '../../context.ts'
import { refreshJob } from './jobs.ts'

/** To be called when a worker starts: the embedding model may have been changed since the last time. */
export async function startSources(deps: Dependencies): Promise<void> {
  await deps.database.transaction((tx) => deps.jobs.send(tx, refreshJob, {}))
}
