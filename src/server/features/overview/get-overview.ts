import type { Data } from '#contract/index.ts'
import { type OverviewNumber, type OverviewRange, overviewNumbers } from '#contract/overview-words.ts'
import type { Context } from '../../context.ts'
import { dayOf } from '../../db/citation-days.ts'
import type { Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'
import { isoTime } from '../../db/time.ts'
import { columns, columnsOfNumber, how, isSummed, type Sums } from './columns.ts'
import { alignmentOf, clockOf, DAY_MS, hourOf } from './hours.ts'
import {
  countGaps,
  countNeverCited,
  countWaiting,
  type HourSums,
  type Scope,
  selectAgentIds,
  selectConversationsAfter,
  selectHourSums,
  selectMostCited,
  selectNeverCited,
  selectPlace,
  selectReplyTimes,
  selectSums,
} from './queries.ts'
import { addStored, percentile, type ReplyTimes } from './reply-times.ts'
import { seriesOf } from './series.ts'

const DAYS: Record<OverviewRange, number> = { '24h': 1, '7d': 7, '30d': 30, '90d': 90 }
const SOURCES = 5 // sources listed at most, of the most cited and of the never cited ones

export interface Range {
  from: number
  to: number
  beforeFrom: number
}

/** A range that ends now and begins with a full hour of a time zone, and as much time before it. */
export function rangeOf(range: OverviewRange, now: number, zone: string): Range {
  const length = DAYS[range] * DAY_MS
  const from = hourOf(now, alignmentOf(zone)) - length
  return { from, to: now, beforeFrom: from - length }
}

/** What happened in a range, as numbers; read as of one moment. */
export function readOverview(
  ctx: Context,
  scope: Scope,
  { range, zone }: { range: OverviewRange; zone: string },
): Promise<Data<'getOverview'>> {
  const { from, to, beforeFrom } = rangeOf(range, ctx.now(), zone)
  return ctx.database.snapshot(async (db) => {
    const hours = await selectHourSums(db, scope, from, to)
    const place = await selectPlace(db, scope.organizationId)
    const agents = await selectAgentIds(db, scope)
    const now = noNulls(await selectSums(db, scope, from, to))
    const before = noNulls(await selectSums(db, scope, beforeFrom, from))
    const summed = (name: OverviewNumber, sums: Sums) =>
      isSummed(name) ? columnsOfNumber[name].reduce((sum, column) => sum + sums[column], 0) : null
    const numbers = Object.fromEntries(
      overviewNumbers.map((name) => {
        const parts = isSummed(name) && columnsOfNumber[name].length > 1 ? columnsOfNumber[name] : []
        return [
          name,
          {
            value: summed(name, now),
            before: summed(name, before),
            how: how[name],
            ...(parts.length > 0 && { parts: Object.fromEntries(parts.map((column) => [column, now[column]])) }),
          },
        ]
      }),
    ) as Data<'getOverview'>['numbers']
    const times = timesOf(await selectReplyTimes(db, scope, from, to))
    const timesBefore = timesOf(await selectReplyTimes(db, scope, beforeFrom, from))
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
      is_counting: !isCounted(place) && (await selectConversationsAfter(db, scope.organizationId, '', 1)).length > 0,
      numbers,
      series: seriesOf(hours, { from, to, zone, isHourly: range === '24h' }),
      sources: await sourcesOf(db, agents, from),
      load: loadOf(hours, zone),
    }
  })
}

const isCounted = (place: Row<'overview_places'> | undefined): boolean =>
  place?.backfilled_to === null && place.summed_to === null

async function sourcesOf(db: Db, agents: readonly string[], from: number): Promise<Data<'getOverview'>['sources']> {
  if (agents.length === 0) return { most: [], never: [], never_count: 0 }
  const day = dayOf(from)
  return {
    most: await selectMostCited(db, agents, day, SOURCES),
    never: await selectNeverCited(db, agents, day, SOURCES),
    never_count: await countNeverCited(db, agents, day),
  }
}

const noNulls = (sums: Record<keyof Sums, number | null>): Sums =>
  Object.fromEntries(columns.map((column) => [column, sums[column] ?? 0])) as Sums

function timesOf(texts: readonly string[]): ReplyTimes {
  const times: ReplyTimes = {}
  for (const text of texts) addStored(times, text)
  return times
}

/** How many conversations started by weekday, from Monday on, and hour. */
function loadOf(hours: readonly HourSums[], zone: string): number[][] {
  const clock = clockOf(zone)
  const load = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0))
  for (const { hour, conversations } of hours) {
    const shown = clock(hour)
    load[shown.weekday]![shown.hour]! += conversations
  }
  return load
}
