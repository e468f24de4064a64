import { offsetAt } from '../organizations/index.ts'

export const HOUR_MS = 60 * 60 * 1000
export const DAY_MS = 24 * HOUR_MS
const SOME_WINTER = Date.UTC(2026, 0, 1)
const SOME_SUNDAY = 3 * DAY_MS // 1970-01-04; weeks begin the day after

/**
 * How many milliseconds after the full hour of UTC the hours of a time zone begin: half an hour in India, none in most
 * countries.
 */
export function alignmentOf(zone: string): number {
  const offset = offsetAt(zone, SOME_WINTER) % HOUR_MS
  return (HOUR_MS - offset) % HOUR_MS
}

/** The beginning of the hour that a moment belongs to. */
export const hourOf = (at: number, alignment: number): number =>
  Math.floor((at - alignment) / HOUR_MS) * HOUR_MS + alignment

/**
 * Makes a function that says what the clocks of a time zone show at a moment. It looks them up once for each day of UTC,
 * so ask for moments in order.
 */
export function clockOf(zone: string): (at: number) => { weekday: number; hour: number; day: number } {
  let known = Number.NaN
  let offset = 0
  let isEven = true
  return (at) => {
    const day = Math.floor(at / DAY_MS)
    if (day !== known) {
      known = day
      offset = offsetAt(zone, day * DAY_MS)
      isEven = offset === offsetAt(zone, (day + 1) * DAY_MS)
    }
    const local = at + (isEven ? offset : offsetAt(zone, at))
    const localDay = Math.floor(local / DAY_MS)
    const weekday = (((localDay - SOME_SUNDAY / DAY_MS - 1) % 7) + 7) % 7
    return { weekday, hour: Math.floor((local - localDay * DAY_MS) / HOUR_MS), day: localDay }
  }
}

/**
 * The moment at which a day, counted from 1970 on the clocks of a time zone, begins. Where clocks are put forward at
 * midnight, that is when they are.
 */
export function startOfDay(day: number, zone: string): number {
  const midnight = day * DAY_MS
  const guess = midnight - offsetAt(zone, midnight)
  const at = midnight - offsetAt(zone, guess)
  return at + offsetAt(zone, at) < midnight ? guess : at
}
