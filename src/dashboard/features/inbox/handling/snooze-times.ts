interface SnoozeTime {
  name: string
  at: Date
}

const MORNING = 9 // o'clock
const LATER_HOURS = 3
const LATEST = 21 // o'clock; "Later today" is offered up to then, as nothing should come back in the night
const MONDAY = 1

/** The usual times, in this browser's time zone: later today if it is not too late, tomorrow, on Monday, in a week. */
export function snoozeTimes(now: Date): SnoozeTime[] {
  const later = new Date(now)
  later.setHours(now.getHours() + LATER_HOURS, 0, 0, 0)
  const tomorrow = morningIn(now, 1)
  const monday = morningIn(now, (MONDAY - now.getDay() + 7) % 7 || 7)
  const isToday = later.getDate() === now.getDate() && later.getHours() <= LATEST
  return [
    ...(isToday ? [{ name: 'Later today', at: later }] : []),
    { name: 'Tomorrow morning', at: tomorrow },
    ...(monday.getTime() === tomorrow.getTime() ? [] : [{ name: 'On Monday', at: monday }]),
    ...(now.getDay() === MONDAY ? [] : [{ name: 'In a week', at: morningIn(now, 7) }]),
  ]
}

/** The morning `days` calendar days after `now`, which may have 23 or 25 hours. */
function morningIn(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING)
}

/** Formats an instant for a field of the type `datetime-local`, in the browser's time zone, to the minute. */
export function asLocalField(at: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  const date = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${date}T${two(at.getHours())}:${two(at.getMinutes())}`
}
