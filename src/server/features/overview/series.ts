import type { Data } from '#contract/index.ts'
import { isoTime } from '../../db/time.ts'
import type { Span } from '../organizations/index.ts'
import { sumOf } from './columns.ts'
import { DAY_MS, HOUR_MS, shownAt, startOfDay } from './hours.ts'
import type { Hour } from './queries.ts'

type Series = Data<'getOverview'>['series']

/** The overview's series by hour, or by day of the clocks with these offsets, with zeros where there are no sums. */
export function seriesOf(
  hours: readonly Hour[],
  { from, to, days }: { from: number; to: number; days: readonly Span[] | null },
): Series {
  const partOf = (at: number) => (days ? Math.floor(shownAt(at, days) / DAY_MS) : at)
  const totals = new Map<number, Omit<Series[number], 'at'>>()
  for (let at = from; at <= to; at += HOUR_MS)
    totals.set(partOf(at), { conversations: 0, answered_alone: 0, handed_over: 0, unknown: 0 })
  for (const { at, ...sums } of hours) {
    const total = totals.get(partOf(at))!
    for (const name of ['conversations', 'answered_alone', 'handed_over', 'unknown'] as const)
      total[name] += sumOf(name, sums)
  }
  return [...totals].map(([part, total]) => {
    const at = days ? Math.max(from, startOfDay(part, days)) : part
    return { at: isoTime(at), ...total }
  })
}
