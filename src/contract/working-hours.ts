import { z } from 'zod'

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

export type Weekday = (typeof weekdays)[number]

/** HH:MM on a clock that shows 24 hours. */
export const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time like 09:00')
const time = clockTime.meta({ description: 'HH:MM on a clock in the organization’s time zone' })

/** An end not after the start is on the next day: `22:00` to `06:00` is a night, `00:00` to `00:00` a whole day. */
const workingDay = z.object({ from: time, to: time })

/** Hours by the weekday on which they begin. A day left out has none; without any, the team always works. */
export const workingHours = z.partialRecord(z.enum(weekdays), workingDay)

export type WorkingHours = z.output<typeof workingHours>

export const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, 'must be the name of a time zone, like Europe/Berlin')
  .meta({ description: 'A name of the IANA time zone database' })

/** Whether a text names a time zone. Offsets such as `+01:00` don't, as they do not follow summer time. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
