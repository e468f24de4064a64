import { createStore } from '#dashboard/lib/store.ts'

/** Whether the last request got an answer, of whatever status. Uploads with progress and aborted ones don't count. */
export const serverReached = createStore(true)
