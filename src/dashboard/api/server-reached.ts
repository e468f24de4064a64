import { createStore } from '#dashboard/lib/store.ts'

/** Whether the API client's last request got an answer, of whatever status. Uploads with progress don't count. */
export const serverReached = createStore(true)
