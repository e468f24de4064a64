import { handler } from '../../jobs/handler.ts'
import { removeFileJob } from './jobs.ts'

/** Removes an uploaded file once the transaction that deleted its source has committed. */
export const removeFileHandler = handler(removeFileJob, ({ storage }) => ({ run: ({ key }) => storage.remove(key) }))
