import { createStore } from '#dashboard/lib/store.ts'

/**
 * Whether the API client's last request got an answer, of whatever status. Uploads with progress don't count, nor do
 * requests that were aborted before an answer came.
 */
export const serverReached = createStore(true)
