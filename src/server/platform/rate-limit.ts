import type { RateLimit } from './platform.ts'

/** Length of a window, which begins with a key's first request. */
export const WINDOW_SECONDS = 60

/** Returns a function that calls `work` the first time it is called, and does nothing after that. */
export function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) work()
    isDone = true
  }
}

/** Compares a count, in the form of the package rate-limiter-flexible, with a limit. */
export function toRateLimit(window: { consumedPoints: number; msBeforeNext: number }, limit: number): RateLimit {
  return {
    allowed: window.consumedPoints <= limit,
    limit,
    remaining: Math.max(0, limit - window.consumedPoints),
    // If the clock was set back, the rest of the window would seem longer than a whole one.
    resetAt: Date.now() + Math.min(window.msBeforeNext, WINDOW_SECONDS * 1000),
  }
}
