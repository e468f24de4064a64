import { removeInPortions } from '../../concurrency/remove-in-portions.ts'
import type { Dependencies } from '../../context.ts'
import { removeFileJob } from './jobs.ts'
import { takeUploadsBefore } from './upload-queries.ts'

/** Milliseconds after which an upload counts as left behind; far longer than an upload may take. */
const LEFT_BEHIND_AFTER_MS = 60 * 60 * 1000
const AT_ONCE = 100

/** Removes uploads whose sources were never stored. One being stored takes its file first, or finds it removed. */
export function sweepUploads(deps: Dependencies): Promise<void> {
  return removeInPortions(deps, AT_ONCE, async (tx) => {
    const keys = await takeUploadsBefore(tx, deps.now() - LEFT_BEHIND_AFTER_MS, AT_ONCE)
    // Jobs remove the files: they run if, and only if, this transaction commits.
    for (const key of keys) await deps.jobs.send(tx, removeFileJob, { key })
    return keys.length
  })
}

/** Removes such uploads with their files at once, while no server runs whose jobs would remove the files. */
export async function sweepUploadsNow({ database, storage, now }: Dependencies): Promise<void> {
  for (;;) {
    const keys = await database.transaction((tx) => takeUploadsBefore(tx, now() - LEFT_BEHIND_AFTER_MS, AT_ONCE))
    if (keys.length === 0) return
    for (const key of keys) await storage.remove(key)
  }
}
