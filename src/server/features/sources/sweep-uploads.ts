import type { Dependencies } from '../../context.ts'
import { removeFileJob } from './jobs.ts'
import { takeUploadsBefore } from './queries.ts'

/** Far longer than an upload's request may take. */
const LEFT_BEHIND_AFTER_MS = 60 * 60 * 1000
const AT_ONCE = 100

/**
 * Removes uploaded files whose source was never stored, as when the process died in between. A source that is being
 * stored right now either takes its file first, or finds it gone and is not stored.
 */
export async function sweepUploads(deps: Dependencies): Promise<void> {
  let taken: string[]
  do
    taken = await deps.database.transaction(async (tx) => {
      const keys = await takeUploadsBefore(tx, deps.now() - LEFT_BEHIND_AFTER_MS, AT_ONCE)
      // The files are removed by jobs, which run if, and only if, this transaction commits.
      for (const key of keys) await deps.jobs.send(tx, removeFileJob, { key })
      return keys
    })
  while (taken.length === AT_ONCE)
}
