import type { Data } from '#contract/index.ts'
import { isoTime } from '../../db/time.ts'
import { clockOf, HOUR_MS, startOfDay } from './hours.ts'
import type { HourSums } from './queries.ts'

type Series = Data<'getOverview'>['series']

/** The sums of hours by hour, or by day of a time zone, with zeros where there are none. */
export function seriesOf(
  hours: readonly HourSums[],
  { from, to, zone, isHourly }: { from: number; to: number; zone: string; isHourly: boolean },
): Series {
  const clock = clockOf(zone)
  const keyOf = (at: number) => (isHourly ? at : clock(at).day)
  const totals = new Map<number, Omit<Series[number], 'at'>>()
  for (let hour = from; hour <= to; hour += HOUR_MS) {
    const key = keyOf(hour)
    if (!totals.has(key)) totals.set(key, { conversations: 0, answered_alone: 0, handed_over: 0, unknown: 0 })
  }
  for (const row of hours) {
    const total = totals.get(keyOf(row.hour))
    if (!total) continue
    for (const name of ['conversations', 'answered_alone', 'handed_over', 'unknown'] as const) total[name] += row[name]
  }
  return [...totals].map(([key, total]) => {
    const at = isHourly ? key : Math.max(from, startOfDay(key, zone))
    return { at: isoTime(at), ...total }
  })
}
