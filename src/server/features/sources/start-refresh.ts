import type { Dependencies } from '../../context.ts'
import { refreshJob } from './jobs.ts'

/**
 * Queues the job that trains those sources again that were embedded by another model than the configured one. Called
 * whenever a worker starts, because the configuration may have changed.
 */
export async function startSources(deps: Dependencies): Promise<void> {
  await deps.database.transaction((tx) => deps.jobs.send(tx, refreshJob, {}))
}
