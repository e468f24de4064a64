import type { Data } from '#contract/index.ts'
import { type OverviewNumber, type OverviewRange, overviewNumbers } from '#contract/overview-words.ts'
import type { Context } from '../../context.ts'
import { dayOf } from '../../db/citation-days.ts'
import type { Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'
import { isoTime } from '../../db/time.ts'
import { columns, columnsOfNumber, how, isSummed, noSums, type Sums, sumOf } from './columns.ts'
import { alignmentOf, DAY_MS, hourOf, offsetsOf } from './hours.ts'
import {
  countGaps,
  countNeverCited,
  countWaiting,
  selectAgentIds,
  selectMostCited,
  selectNeverCited,
} from './list-queries.ts'
import { type PartSums, type Scope, selectConversationsAfter, selectLoad, selectPlace, selectSums } from './queries.ts'
import { addStored, percentile, type ReplyTimes } from './reply-times.ts'
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
  const days = range === '24h' ? null : offsets
  return ctx.database.snapshot(async (db) => {
    const parts = await selectSums(db, scope, { from, to }, days)
    const place = await selectPlace(db, scope.organizationId)
    const agents = await selectAgentIds(db, scope)
    const [now, times] = totalOf(parts)
    const [before, timesBefore] = totalOf(await selectSums(db, scope, { from: beforeFrom, to: from }, days))
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
      is_counting:
        !isCounted(place, zone) && (await selectConversationsAfter(db, scope.organizationId, '', 1)).length > 0,
      numbers,
      series: seriesOf(parts, { from, to, days }),
      sources: await sourcesOf(db, agents, from),
      load: loadOf(await selectLoad(db, scope, { from, to }, offsets)),
    }
  })
}

/** Whether the sums are complete, and made by hours that begin at the same minutes as those of the time zone. */
const isCounted = (place: Row<'overview_places'> | undefined, zone: string): boolean =>
  place?.summed_to === null && place.alignment === alignmentOf(zone)

async function sourcesOf(db: Db, agents: readonly string[], from: number): Promise<Data<'getOverview'>['sources']> {
  if (agents.length === 0) return { most: [], never: [], never_count: 0 }
  const day = dayOf(from)
  return {
    most: await selectMostCited(db, agents, day, SOURCES),
    never: await selectNeverCited(db, agents, day, SOURCES),
    never_count: await countNeverCited(db, agents, day),
  }
}

/** What all hours or days of a time add up to. */
function totalOf(parts: readonly PartSums[]): [Sums, ReplyTimes] {
  const total = noSums()
  const times: ReplyTimes = {}
  for (const part of parts) {
    for (const column of columns) total[column] += part[column]
    if (part.reply_times !== null) addStored(times, part.reply_times)
  }
  return [total, times]
}

/** The number of conversations that started in each hour of each weekday, from Monday on. */
function loadOf(hours: Awaited<ReturnType<typeof selectLoad>>): number[][] {
  const load = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0))
  for (const { hour_of_week, conversations } of hours) {
    const weekday = (Math.floor(hour_of_week / 24) + THURSDAY) % 7
    load[weekday]![hour_of_week % 24]! += conversations
  }
  return load
}
