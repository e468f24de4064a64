import type { WidgetLocale } from '#contract/widget-enums.ts'

/** The visitor's own tag of the panel's language, such as `en-GB`, whose clock they are used to. */
const tagOf = (language: WidgetLocale): string =>
  navigator.languages?.find((tag) => tag.slice(0, 2).toLowerCase() === language) ?? language

const formats = new Map<string, Intl.DateTimeFormat>()

/** Writes a time. Formats are kept, as making one takes far longer than using it. */
function write(date: Date, language: WidgetLocale, options: Intl.DateTimeFormatOptions): string {
  const key = language + Object.entries(options).join()
  const format = formats.get(key) ?? new Intl.DateTimeFormat(tagOf(language), options)
  formats.set(key, format)
  return format.format(date)
}

const CLOCK = { hour: 'numeric', minute: '2-digit' } as const

/** The time of day, such as 14:02. */
export const clockTime = (at: string, language: WidgetLocale): string => write(new Date(at), language, CLOCK)

/** The calendar days from a time to another one, where the visitor is. */
function daysUntil(at: string, until: Date): number {
  const date = new Date(at)
  const [from, to] = [date, until].map((day) => Date.UTC(day.getFullYear(), day.getMonth(), day.getDate()))
  return Math.round((to! - from!) / 86_400_000)
}

/** Whether two times are on the same day, where the visitor is. */
export const isSameDay = (at: string, other: string): boolean => daysUntil(at, new Date(other)) === 0

/** A day as it stands above the first message of it: today, yesterday, or its date, with the year of another one. */
export function dayName(at: string, language: WidgetLocale, now = new Date()): string {
  const days = daysUntil(at, now)
  if (days === 0 || days === 1) {
    const name = new Intl.RelativeTimeFormat(tagOf(language), { numeric: 'auto' }).format(-days, 'day')
    return name.charAt(0).toLocaleUpperCase(tagOf(language)) + name.slice(1)
  }
  const date = new Date(at)
  const year = date.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const)
  return write(date, language, { weekday: 'long', day: 'numeric', month: 'long', ...year })
}

/** A time to come: the time of day, and where that is not today, the weekday before it. */
export function timeToCome(at: string, language: WidgetLocale, now = new Date()): { isToday: boolean; text: string } {
  const isToday = daysUntil(at, now) === 0
  return { isToday, text: write(new Date(at), language, isToday ? CLOCK : { weekday: 'short', ...CLOCK }) }
}
