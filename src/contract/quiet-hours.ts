/** HH:MM on a clock of 24 hours. An end not after the start is on the next day, so `00:00` to `00:00` is always. */
export interface QuietHours {
  from: string
  to: string
}

/**
 * Whether the clocks of a time zone show a time within quiet hours, whose end is not quiet any more.
 * @param instant milliseconds since 1970
 */
export function isQuiet(hours: QuietHours | null, timeZone: string, instant: number): boolean {
  if (hours === null) return false
  const now = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const clock = now.format(instant)
  const { from, to } = hours
  return from < to ? from <= clock && clock < to : clock >= from || clock < to
}
