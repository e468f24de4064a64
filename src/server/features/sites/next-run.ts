import { type Weekday, weekdays } from '#contract/working-hours.ts'
import { instantAt, offsetAt } from '../organizations/index.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** When a website is crawled: never, or at an hour of each day, or of one weekday. */
interface Schedule {
  schedule: 'off' | 'daily' | 'weekly'
  hour: number
  weekday: Weekday
}

/** The next time after `now`, on a zone's clocks; null if never. A skipped hour is when clocks are put forward. */
export function nextRun({ schedule, hour, weekday }: Schedule, zone: string, now: number): number | null {
  if (schedule === 'off') return null
  const today = Math.floor((now + offsetAt(zone, now)) / DAY_MS)
  for (let day = today; ; day += 1) {
    if (schedule === 'weekly' && weekdays[(day + 3) % 7] !== weekday) continue // 1970-01-01 was a Thursday
    const time = instantAt(zone, day * DAY_MS + hour * HOUR_MS)
    if (time > now) return time
  }
}
