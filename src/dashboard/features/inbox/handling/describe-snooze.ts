const format = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
})

/** An instant with its day, for what lies within a year: "Mon, Nov 23, 9:00 AM". */
export const dayAndTime = (at: Date): string => format.format(at)

/** Whether a conversation that was snoozed until then still would be. */
export const isAhead = (until: string): boolean => until === 'visitor' || Date.parse(until) > Date.now()

/** Until when a conversation is out of sight: "until they write", or "until Mon, Nov 23, 9:00 AM". */
export function describeSnooze(until: string): string {
  return until === 'visitor' ? 'until they write' : `until ${dayAndTime(new Date(until))}`
}
