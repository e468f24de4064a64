import { exactTime, relativeTime } from '#dashboard/lib/time.ts'
import { useNow } from '#dashboard/lib/use-now.ts'

const MINUTE = 60_000

/** When a delivery is tried again: "in 5 min.", "in less than a minute". */
export function NextAttempt({ at }: { at: string }) {
  const now = useNow()
  return (
    <time dateTime={at} title={exactTime(at)}>
      {ahead(at, now)}
    </time>
  )
}

/** A clock that lags, or a queue that is long, must not put it in the past. */
export function ahead(at: string, now: number): string {
  const left = Date.parse(at) - now
  if (left <= 0) return 'any moment'
  return left < MINUTE ? 'in less than a minute' : relativeTime(at, now)
}
