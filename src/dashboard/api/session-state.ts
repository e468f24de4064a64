import { createStore } from '#dashboard/lib/store.ts'

/** Whether the server no longer accepts this session. The page stays as it is; a dialog asks to sign in again. */
export const sessionEnded = createStore(false)

let resumptions = 0
sessionEnded.subscribe(() => {
  if (!sessionEnded.get()) resumptions += 1
})

/** How often the person has signed in again here. A request that began before the latest time had the old session. */
export const timesResumed = (): number => resumptions

/** Resolves when the person has signed in again; rejects with the signal's reason. */
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
