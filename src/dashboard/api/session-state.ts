import { createStore } from '#dashboard/lib/store.ts'

/**
 * True once the server no longer knows this browser's session. The page stays as it is and a dialog over it asks to
 * sign in again.
 */
export const sessionEnded = createStore(false)

/** Settles when the session goes on; rejects with the signal's reason. */
export function sessionResumed(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => () => {
      unsubscribe()
      signal?.removeEventListener('abort', abort)
      finish()
    }
    const abort = settle(() => reject(signal?.reason))
    const unsubscribe = sessionEnded.subscribe(settle(resolve))
    signal?.addEventListener('abort', abort)
  })
}
