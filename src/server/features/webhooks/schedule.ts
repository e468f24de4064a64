/** Seconds before each attempt, about three days in all, as the Standard Webhooks specification suggests. */
const DELAYS_SECONDS = [0, 5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600]
/** Jitter: each wait varies by up to this share, so that deliveries which failed together are not repeated together. */
const JITTER = 0.2
/** The longest wait that a receiver's `Retry-After` header can demand. */
const LONGEST_RETRY_AFTER_SECONDS = 24 * 3600

export const ATTEMPTS = DELAYS_SECONDS.length

/**
 * Seconds until the next attempt after `made` of them have failed; null if that was the last one.
 * @param retryAfter the answer's `Retry-After` header, in seconds or as a date, which can only lengthen the wait
 * @param random from 0 to 1
 */
export function secondsToNextAttempt(
  made: number,
  retryAfter: string | undefined,
  now: number,
  random = Math.random(),
): number | null {
  const delay = DELAYS_SECONDS[made]
  if (delay === undefined) return null
  const jittered = delay * (1 + JITTER * (2 * random - 1))
  return Math.max(jittered, Math.min(retryAfterSeconds(retryAfter, now), LONGEST_RETRY_AFTER_SECONDS))
}

/** Seconds to wait by a `Retry-After` header (RFC 9110, section 10.2.3); 0 if it is invalid or in the past. */
function retryAfterSeconds(header: string | undefined, now: number): number {
  if (header === undefined) return 0
  if (/^\d+$/.test(header)) return Number(header)
  const time = Date.parse(header)
  return Number.isNaN(time) ? 0 : Math.max(0, (time - now) / 1000)
}
