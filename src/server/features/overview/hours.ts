import { offsetAt, type Span, spansOfOneOffset } from '../organizations/index.ts'

export const HOUR_MS = 60 * 60 * 1000
export const DAY_MS = 24 * HOUR_MS
const SOME_WINTER = Date.UTC(2026, 0, 1)

/**
 * How many milliseconds after the full hour of UTC the hours of a time zone begin: half an hour in India, 0 in most
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
 * How far the clocks of a time zone are ahead of UTC between two instants and a day before and after, because the first
 * day of that time may begin before it and the last one end after it.
 */
export const offsetsOf = (zone: string, from: number, to: number): Span[] =>
  spansOfOneOffset(zone, from - DAY_MS, to + DAY_MS)

const offsetIn = (offsets: readonly Span[], at: number): number =>
  (offsets.find(({ to }) => at < to) ?? offsets.at(-1)!).offset

/** What clocks show at a moment, in milliseconds since 1970 on these clocks. */
export const shownAt = (at: number, offsets: readonly Span[]): number => at + offsetIn(offsets, at)

/**
 * The instant at which a day begins, counted from 1970 on the clocks with these offsets. Where the clocks are put
 * forward at midnight, it begins at the instant of that change.
 */
export function startOfDay(day: number, offsets: readonly Span[]): number {
  const midnight = day * DAY_MS
  const guess = midnight - offsetIn(offsets, midnight)
  const at = midnight - offsetIn(offsets, guess)
  return shownAt(at, offsets) < midnight ? guess : at
}
