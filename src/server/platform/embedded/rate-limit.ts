import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { RateLimits } from '../platform.ts'
import { once, toRateLimit, WINDOW_SECONDS } from '../rate-limit.ts'

/** Counts requests in memory, which suffices because a single process receives them all. */
export function createEmbeddedRateLimits(): RateLimits {
  const windows = new RateLimiterMemory({ points: 0, duration: WINDOW_SECONDS })
  const held = new Map<string, number>()
  return {
    // `penalty` counts without a limit of its own; the caller passes the limit, which differs by key.
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
