import { type WorkingHours, weekdays } from '#contract/working-hours.ts'
import type { Row } from '../../db/rows.ts'
import { instantAt, offsetAt, spansOfOneOffset } from './time-zone.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const WEEK_MS = 7 * DAY_MS
const A_MONDAY = 4 * DAY_MS // 1970-01-05, from which weeks are counted

/** A part of the week in milliseconds since Monday 00:00; the end is exclusive. */
interface Part {
  from: number
  to: number
}

export const workingHoursOf = ({ working_hours }: Pick<Row<'organizations'>, 'working_hours'>): WorkingHours =>
  working_hours === null ? {} : JSON.parse(working_hours)

/** Whether an instant is within the working hours (business hours) of a team. Without hours it always is. */
export function isOpen(hours: WorkingHours, zone: string, instant: number): boolean {
  const parts = partsOfWeek(hours)
  const { rest } = inWeek(instant + offsetAt(zone, instant))
  return parts.length === 0 || parts.some(({ from, to }) => from <= rest && rest < to)
}

/** How much of a time a team works, in milliseconds; a skipped hour is not worked, a repeated one twice. */
export function workingTimeBetween(hours: WorkingHours, zone: string, from: number, to: number): number {
  if (to <= from) return 0
  const parts = partsOfWeek(hours)
  if (parts.length === 0) return to - from
  return spansOfOneOffset(zone, from, to).reduce(
    (sum, span) => sum + openBefore(parts, span.to + span.offset) - openBefore(parts, span.from + span.offset),
    0,
  )
}

/**
 * The instant at which a team will have worked for `wanted` milliseconds since `from`, to the second. If that is more
 * than two weeks away, two weeks after `from`, or `wanted` milliseconds after it if that is later.
 */
export function whenWorked(hours: WorkingHours, zone: string, from: number, wanted: number): number {
  let [early, late] = [from + wanted, from + Math.max(wanted, 2 * WEEK_MS)]
  const isReached = (instant: number) => workingTimeBetween(hours, zone, from, instant) >= wanted
  if (isReached(early)) return early
  if (!isReached(late)) return late
  while (late - early > SECOND_MS) {
    const middle = Math.floor((early + late) / 2)
    if (isReached(middle)) late = middle
    else early = middle
  }
  return late
}

/** When a team that has working hours, and is outside of them at an instant, works next. */
export function whenOpen(hours: WorkingHours, zone: string, instant: number): number {
  const shown = instant + offsetAt(zone, instant)
  const { rest } = inWeek(shown)
  const waits = partsOfWeek(hours).map(({ from }) => (from - rest + WEEK_MS) % WEEK_MS)
  return instantAt(zone, shown + Math.min(...waits))
}

/** The working time in milliseconds from a Monday in 1970 to a time shown by the team's clocks. */
function openBefore(parts: readonly Part[], clock: number): number {
  const { week, rest } = inWeek(clock)
  const inAWeek = parts.reduce((sum, { from, to }) => sum + to - from, 0)
  return parts.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(rest, to) - from), week * inAWeek)
}

function inWeek(clock: number): { week: number; rest: number } {
  const week = Math.floor((clock - A_MONDAY) / WEEK_MS)
  return { week, rest: clock - A_MONDAY - week * WEEK_MS }
}

/** The hours as disjoint parts of a week. Hours from Sunday into Monday are cut at its end. */
function partsOfWeek(hours: WorkingHours): Part[] {
  const parts = weekdays
    .flatMap((day, index): Part[] => {
      const { from, to } = hours[day] ?? {}
      if (from === undefined || to === undefined) return []
      const start = index * DAY_MS + sinceMidnight(from)
      const end = index * DAY_MS + sinceMidnight(to) + (sinceMidnight(to) > sinceMidnight(from) ? 0 : DAY_MS)
      if (end <= WEEK_MS) return [{ from: start, to: end }]
      return [
        { from: start, to: WEEK_MS },
        { from: 0, to: end - WEEK_MS },
      ]
    })
    .toSorted((one, other) => one.from - other.from)
  const merged: Part[] = []
  for (const part of parts) {
    const last = merged.at(-1)
    if (last && part.from <= last.to) last.to = Math.max(last.to, part.to)
    else merged.push(part)
  }
  return merged
}

function sinceMidnight(time: string): number {
  const [hour, minute] = time.split(':').map(Number)
  return (hour! * 60 + minute!) * MINUTE_MS
}
