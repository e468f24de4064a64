import type { Data } from '#contract/index.ts'
import { type OverviewNumber, type OverviewRange, overviewNumbers } from '#contract/overview-words.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { isoTime } from '../../db/time.ts'
import type { Span } from '../organizations/index.ts'
import { columns, columnsOfNumber, how, isSummed, noSums, type Sums, sumOf } from './columns.ts'
import { alignmentOf, DAY_MS, HOUR_MS, hourOf, offsetsOf, shownAt } from './hours.ts'
import {
  countGaps,
  countNeverCited,
  countWaiting,
  selectAgentIds,
  selectMostCited,
  selectNeverCited,
} from './list-queries.ts'
import {
  countOwnKeyReplies,
  type Hour,
  type Scope,
  selectHours,
  selectReplyTimes,
  selectSuggestions,
  selectTotal,
} from './queries.ts'
import { seriesOf } from './series.ts'

const DAYS: Record<OverviewRange, number> = { '24h': 1, '7d': 7, '30d': 30, '90d': 90 }
const THURSDAY = 3 // days after Monday; 1 January 1970 was a Thursday
const SOURCES = 5 // most sources in each list: of the most cited, and of those never cited

export interface Range {
  from: number
  to: number
  beforeFrom: number
}

/**
 * The time that an overview covers: from a full hour of the time zone, as many days ago as the range has, until now. It
 * is compared with the time from `beforeFrom` to `from`, which is shorter by what has passed of the present hour.
 */
export function rangeOf(range: OverviewRange, now: number, zone: string): Range {
  const length = DAYS[range] * DAY_MS
  const from = hourOf(now, alignmentOf(zone)) - length
  return { from, to: now, beforeFrom: from - length }
}

/** The overview of a range: numbers, series, sources and load, all read from one snapshot of the database. */
export function readOverview(
  ctx: Context,
  scope: Scope,
  { range, zone }: { range: OverviewRange; zone: string },
): Promise<Data<'getOverview'>> {
  const { from, to, beforeFrom } = rangeOf(range, ctx.now(), zone)
  const offsets = offsetsOf(zone, from, to)
  return ctx.database.snapshot(async (db) => {
    const hours = await selectHours(db, scope, { from, to }, to)
    const [now, before] = [totalOf(hours), await selectTotal(db, scope, { from: beforeFrom, to: from - 1 }, to)]
    const agents = await selectAgentIds(db, scope)
    const summed = (name: OverviewNumber, sums: Sums) => (isSummed(name) ? sumOf(name, sums) : null)
    const numbers = Object.fromEntries(
      overviewNumbers.map((name) => {
        const named = isSummed(name) && columnsOfNumber[name].length > 1 ? columnsOfNumber[name] : []
        return [
          name,
          {
            value: summed(name, now),
            before: summed(name, before),
            how: how[name],
            ...(named.length > 0 && { parts: Object.fromEntries(named.map((column) => [column, now[column]])) }),
          },
        ]
      }),
    ) as Data<'getOverview'>['numbers']
    const times = await selectReplyTimes(db, scope, { from, to })
    const timesBefore = await selectReplyTimes(db, scope, { from: beforeFrom, to: from - 1 })
    const [median, p90] = [percentile(times, 0.5), percentile(times, 0.9)]
    Object.assign(numbers.first_human_reply, { value: median, before: percentile(timesBefore, 0.5) })
    if (median !== null && p90 !== null) numbers.first_human_reply.parts = { median, p90 }
    numbers.waiting.value = await countWaiting(db, scope)
    numbers.gaps.value = await countGaps(db, agents, from)
    return {
      from: isoTime(from),
      to: isoTime(to),
      before_from: isoTime(beforeFrom),
      time_zone: zone,
      numbers,
      own_key_replies: await countOwnKeyReplies(db, scope, { from, to }),
      suggestions: await selectSuggestions(db, scope, { from, to }),
      series: seriesOf(hours, { from, to, days: range === '24h' ? null : offsets }),
      sources: await sourcesOf(db, agents, from),
      load: loadOf(hours, offsets),
    }
  })
}

async function sourcesOf(db: Db, agents: readonly string[], from: number): Promise<Data<'getOverview'>['sources']> {
  if (agents.length === 0) return { most: [], never: [], never_count: 0 }
  const since = Math.floor(from / DAY_MS) * DAY_MS
  return {
    most: await selectMostCited(db, agents, since, SOURCES),
    never: await selectNeverCited(db, agents, since, SOURCES),
    never_count: await countNeverCited(db, agents, since),
  }
}

/** What the hours of a time add up to. */
function totalOf(hours: readonly Hour[]): Sums {
  const total = noSums()
  for (const hour of hours) for (const column of columns) total[column] += hour[column]
  return total
}

/**
 * The time in seconds that a share of the times does not exceed; null if there are none.
 * @param times in ascending order
 * @param share 0.5 for the median
 */
function percentile(times: readonly { seconds: number; count: number }[], share: number): number | null {
  let left = Math.ceil(share * times.reduce((sum, { count }) => sum + count, 0))
  for (const { seconds, count } of times) {
    left -= count
    if (left <= 0) return seconds
  }
  return null
}

/** The number of conversations that started in each hour of each weekday, from Monday on. */
function loadOf(hours: readonly Hour[], offsets: readonly Span[]): number[][] {
  const load = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0))
  for (const { at, conversations } of hours) {
    const hour = Math.floor(shownAt(at, offsets) / HOUR_MS) // since 1970, on the clocks of the time zone
    load[(Math.floor(hour / 24) + THURSDAY) % 7]![hour % 24]! += conversations
  }
  return load
}
