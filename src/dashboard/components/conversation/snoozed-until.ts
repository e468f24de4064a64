import { dayAndTime } from '#dashboard/lib/time.ts'

/** Says until when a conversation is snoozed: "until they write", or "until Mon, Nov 23, 9:00 AM". */
export const snoozedUntil = (until: string): string =>
  until === 'visitor' ? 'until they write' : `until ${dayAndTime(until)}`
