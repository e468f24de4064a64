import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { RateLimits } from '../platform.ts'
import { toRateLimit, WINDOW_SECONDS } from '../rate-limit.ts'

/** Counts in memory: one process sees every request. */
export function createEmbeddedRateLimits(): RateLimits {
  const windows = new RateLimiterMemory({ points: 0, duration: WINDOW_SECONDS })
  return {
    // `penalty` counts without comparing with a limit, which the caller gives and which differs by key.
    consume: async (key, limit) => toRateLimit(await windows.penalty(key, 1), limit),
  }
}
