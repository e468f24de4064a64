import type { RateLimit } from './platform.ts'

/** A window begins with a key's first request and lasts this long, however many requests follow. */
export const WINDOW_SECONDS = 60

/** What one counted request means against a limit, in the words of rate-limiter-flexible. */
export function toRateLimit(window: { consumedPoints: number; msBeforeNext: number }, limit: number): RateLimit {
  return {
    allowed: window.consumedPoints <= limit,
    limit,
    remaining: Math.max(0, limit - window.consumedPoints),
    // A clock that was set back makes what is left of the window look longer than the window.
    resetAt: Date.now() + Math.min(window.msBeforeNext, WINDOW_SECONDS * 1000),
  }
}
