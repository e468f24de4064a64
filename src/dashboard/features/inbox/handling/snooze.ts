import type { Line } from '../list/lines.ts'

const format = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
})

/** Whether a conversation can be snoozed: it must be open, and answered by people rather than the AI. */
export const canSnooze = ({ status, response_mode }: Line): boolean => status === 'open' && response_mode === 'human'

/** Formats an instant within a year from now, with its day: "Mon, Nov 23, 9:00 AM". */
export const dayAndTime = (at: Date): string => format.format(at)

/** Whether one can still snooze until then: it is a time in the future, or means until the visitor writes. */
export const isAhead = (until: string): boolean => until === 'visitor' || Date.parse(until) > Date.now()

/** Says until when a conversation is snoozed: "until they write", or "until Mon, Nov 23, 9:00 AM". */
export function describeSnooze(until: string): string {
  return until === 'visitor' ? 'until they write' : `until ${dayAndTime(new Date(until))}`
}
