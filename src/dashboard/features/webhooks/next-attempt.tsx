import { exactTime, relativeTime } from '#dashboard/lib/time.ts'
import { useNow } from '#dashboard/lib/use-now.ts'

const MINUTE = 60_000

export function NextAttempt({ at }: { at: string }) {
  const now = useNow()
  return (
    <time dateTime={at} title={exactTime(at)}>
      {ahead(at, now)}
    </time>
  )
}

/** Formats a time relative to `now`. A past one reads "any moment": clocks differ, and attempts wait in a queue. */
export function ahead(at: string, now: number): string {
  const left = Date.parse(at) - now
  if (left <= 0) return 'any moment'
  return left < MINUTE ? 'in less than a minute' : relativeTime(at, now)
}
