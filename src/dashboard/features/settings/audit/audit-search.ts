import { type AuditAction, auditActions } from '#contract/audit-actions.ts'
import type { Data } from '#contract/index.ts'
import { among } from '#dashboard/lib/search.ts'

export type AuditEntry = Data<'listAuditLog'>[number]

export interface AuditSearch {
  /** Id of a member or an API key. */
  actor?: string | undefined
  action?: AuditAction | undefined
  /** The first and the last day, both included, in the browser's time zone: `2026-11-30`. */
  from?: string | undefined
  to?: string | undefined
  page?: number | undefined
}

/** Reads the filters from the address of the screen. An unknown action, and texts that are no dates, are left out. */
export function readAuditSearch({ action, from, to, ...rest }: Texts): AuditSearch {
  return { ...rest, action: among(auditActions)(action), from: calendarDate(from), to: calendarDate(to) }
}

type Texts = Omit<AuditSearch, 'action'> & { action?: string | undefined }

/** The filters for the server: from the first day's beginning to the last one's end, in the browser's time zone. */
export function auditFilter({ actor, action, from, to }: AuditSearch) {
  return { actor, action, from: from && midnightOf(from, 0), to: to && midnightOf(to, 1) }
}

/** Whether a text is a day of the calendar: 31 February is none, though `Date` reads it as a day of March. */
const isDate = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00`).getDate() === Number(text.slice(-2))

const calendarDate = (text: string | undefined) => (text !== undefined && isDate(text) ? text : undefined)

function midnightOf(date: string, daysLater: number): string {
  const time = new Date(`${date}T00:00`)
  time.setDate(time.getDate() + daysLater) // not by adding 24 hours, as days are 23 or 25 hours long when clocks change
  return time.toISOString()
}
