import type { RateLimiterRes } from 'rate-limiter-flexible'
import type { RateLimit } from './platform.ts'

/** A window begins with a key's first request and lasts this long, whatever comes in it. */
export const WINDOW_SECONDS = 60

/** What one counted request means against a limit. */
export function toRateLimit(window: RateLimiterRes, limit: number): RateLimit {
  return {
    allowed: window.consumedPoints <= limit,
    limit,
    remaining: Math.max(0, limit - window.consumedPoints),
    resetAt: Date.now() + window.msBeforeNext,
  }
}
