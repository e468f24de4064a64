const DAY_MS = 86_400_000
const digits = (length: number) => Array.from({ length: 10 ** length }, (_, value) => `${value}`.padStart(length, '0'))
const two = digits(2)
const three = digits(3)
let lastDay = Number.NaN
let lastDate = ''

/**
 * Formats a time as the API shows it, ten times as fast as `toISOString`: the date only when the day changes.
 * @param milliseconds since 1970, an integer
 */
export function isoTime(milliseconds: number): string {
  const day = Math.floor(milliseconds / DAY_MS)
  if (day !== lastDay) {
    lastDay = day
    lastDate = new Date(day * DAY_MS).toISOString().slice(0, -13)
  }
  const rest = milliseconds - day * DAY_MS
  const hours = two[Math.floor(rest / 3_600_000)]
  const minutes = two[Math.floor(rest / 60_000) % 60]
  const seconds = two[Math.floor(rest / 1_000) % 60]
  return `${lastDate}${hours}:${minutes}:${seconds}.${three[rest % 1_000]}Z`
}

export function isoTimeOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : isoTime(milliseconds)
}

/** The month of a time in UTC: `2026-11`. */
export function monthOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 7)
}
