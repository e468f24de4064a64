import type { Dependencies } from '../../context.ts'
import type { JobHandler } from '../../platform/platform.ts'
import { type RemoveFilePayload, removeFileJob } from './jobs.ts'

/** Removes an uploaded file once the transaction that deleted its source has committed. */
export function removeFileHandler({ storage }: Dependencies): JobHandler<RemoveFilePayload> {
  return { definition: removeFileJob, run: ({ key }) => storage.remove(key) }
}
