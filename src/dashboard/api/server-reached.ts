import { createStore } from '#dashboard/lib/store.ts'

/** Whether the last request came through, whatever its answer. */
export const serverReached = createStore(true)
