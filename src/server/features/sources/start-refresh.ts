import type { Dependencies } from '../../context.ts'
import { refreshJob } from './jobs.ts'

/**
 * Queues the job that trains sources again whose embedding model was changed. Called whenever a worker starts, because
 * the configuration may have changed.
 */
export async function startSources(deps: Dependencies): Promise<void> {
  await deps.database.transaction((tx) => deps.jobs.send(tx, refreshJob, {}))
}
