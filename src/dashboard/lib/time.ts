const units = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const satisfies [Intl.RelativeTimeFormatUnit, number][]

// Not "yesterday" or "last year", which mean days and years of the calendar: here, whole units of elapsed time count.
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'always', style: 'short' })
const moment = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' })
const dayOfUtc = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const dayTime = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
})
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })

/** Formats a time relative to `now` (milliseconds since 1970): "now", "5 min. ago", "1 day ago". */
export function relativeTime(value: string, now: number): string {
  const seconds = (Date.parse(value) - now) / 1_000
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit)
  }
  return moment.format(0, 'second')
}

export const exactTime = (value: string): string => exact.format(new Date(value))
/** The day of UTC that a time is on, which may be another one than on the reader's clock. */
export const utcDay = (value: string): string => `${dayOfUtc.format(new Date(value))} (UTC)`
export const clockTime = (value: string): string => clock.format(new Date(value))
/** Formats an instant within a year from now, with its day: "Mon, Nov 23, 9:00 AM". */
export const dayAndTime = (value: string | Date): string => dayTime.format(new Date(value))
export const longDay = (value: string): string => weekday.format(new Date(value))

/** The time zone of this browser. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
