import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { RateLimits } from '../platform.ts'
import { once, toRateLimit, WINDOW_SECONDS } from '../rate-limit.ts'

/** Counts requests in memory, which suffices because a single process receives them all. */
export function createEmbeddedRateLimits(): RateLimits {
  const windows = new RateLimiterMemory({ points: 0, duration: WINDOW_SECONDS })
  const held = new Map<string, number>()
  return {
    // Unlike `consume`, `penalty` only counts: the limit differs by key, and `toRateLimit` compares the count with it.
    consume: async (key, limit) => toRateLimit(await windows.penalty(key, 1), limit),
    async hold(key, limit) {
      const count = held.get(key) ?? 0
      if (count >= limit) return undefined
      held.set(key, count + 1)
      return once(() => {
        const left = held.get(key)! - 1
        if (left === 0) held.delete(key)
        else held.set(key, left)
      })
    },
  }
}
