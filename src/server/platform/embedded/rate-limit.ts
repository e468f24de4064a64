import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { RateLimits } from '../platform.ts'
import { toRateLimit, WINDOW_SECONDS } from '../rate-limit.ts'

/** Counts requests in memory, which suffices because a single process receives them all. */
export function createEmbeddedRateLimits(): RateLimits {
  const windows = new RateLimiterMemory({ points: 0, duration: WINDOW_SECONDS })
  return {
    // `penalty` counts without a limit of its own; the caller passes the limit, which differs by key.
    consume: async (key, limit) => toRateLimit(await windows.penalty(key, 1), limit),
  }
}
