import { createStore } from '#dashboard/lib/store.ts'

/**
 * True once the server no longer knows this browser's session. The page stays as it is and a dialog over it asks to
 * sign in again.
 */
export const sessionEnded = createStore(false)
