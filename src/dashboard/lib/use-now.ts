import { createStore, useStore } from './store.ts'

const TICK_MS = 30_000
const now = createStore(Date.now())
let watchers = 0
let timer: ReturnType<typeof setInterval> | undefined

/** One timer for the whole page, however many components show times. */
const clock = {
  ...now,
  subscribe: (listener: () => void) => {
    const unsubscribe = now.subscribe(listener)
    if (watchers++ === 0) {
      now.set(Date.now())
      timer = setInterval(() => now.set(Date.now()), TICK_MS)
    }
    return () => {
      unsubscribe()
      if (--watchers === 0) clearInterval(timer)
    }
  },
}

/** Current time in milliseconds since 1970, updated twice a minute. */
export function useNow(): number {
  return useStore(clock)
}
