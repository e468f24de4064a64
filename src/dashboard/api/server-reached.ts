import { createStore } from '#dashboard/lib/store.ts'

/** Whether the last request received an answer, of whatever status. */
export const serverReached = createStore(true)
