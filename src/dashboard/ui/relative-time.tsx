import { exactTime, relativeTime } from '#dashboard/lib/time.ts'
import { useNow } from '#dashboard/lib/use-now.ts'

/** Shows a time as "5 min ago", kept up to date, with the exact time on hover. */
export function RelativeTime({ value, className }: { value: string; className?: string }) {
  const now = useNow()
  return (
    <time dateTime={value} title={exactTime(value)} className={className}>
      {relativeTime(value, now)}
    </time>
  )
}
