import { exactTime, relativeTime } from '#dashboard/lib/time.ts'
import { useNow } from '#dashboard/lib/use-now.ts'

const MINUTE = 60_000

/** Shows when a delivery is tried again, such as "in 5 min." */
export function NextAttempt({ at }: { at: string }) {
  const now = useNow()
  return (
    <time dateTime={at} title={exactTime(at)}>
      {ahead(at, now)}
    </time>
  )
}

/**
 * Formats a time relative to `now` (milliseconds since 1970). A time that has passed reads "any moment": the clock may
 * be wrong, or the attempt wait in a queue.
 */
export function ahead(at: string, now: number): string {
  const left = Date.parse(at) - now
  if (left <= 0) return 'any moment'
  return left < MINUTE ? 'in less than a minute' : relativeTime(at, now)
}
