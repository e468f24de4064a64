import type { Availability, ResponseMode } from '#contract/enums.ts'
import type { WorkingHours } from '#contract/working-hours.ts'
import { whenWorked } from '../organizations/index.ts'

const MINUTE_MS = 60_000
const AWAY_AFTER_MS = 5 * MINUTE_MS // milliseconds after which somebody whose dashboard is silent counts as away
const LONGEST_WAIT_MS = 7 * 24 * 60 * MINUTE_MS // milliseconds after which nobody is mailed about a wait

export interface Candidate {
  user_id: string
  availability: Availability
  last_seen_at: number | null
  mail_after_minutes: number | null
}

export interface Wait {
  since: number
  now: number
  hours: WorkingHours
  zone: string
  /** When the conversation's snooze ends; null if it is not snoozed. */
  snoozedUntil: number | null
}

/**
 * Decides whom to mail about a wait now, and when to look again: when a member's minutes of working time are over, when
 * a member could have gone away, or when the snooze ends; never later than after a tenth of the wait so far, or five
 * minutes, as the assignee may change.
 * @param candidates those who may be mailed and have not been
 * @returns `mail`: the user ids of those to mail. `nextAt`: in milliseconds since 1970; null for no further look
 */
export function due(candidates: readonly Candidate[], wait: Wait): { mail: string[]; nextAt: number | null } {
  const { since, now, snoozedUntil } = wait
  if (now - since > LONGEST_WAIT_MS) return { mail: [], nextAt: null }
  const later = now + Math.max(AWAY_AFTER_MS, (now - since) / 10)
  if (snoozedUntil !== null) return { mail: [], nextAt: Math.min(later, Math.max(snoozedUntil, now + MINUTE_MS)) }
  const mail: string[] = []
  let nextAt = later
  for (const candidate of candidates) {
    if (candidate.mail_after_minutes === null) continue
    const dueAt = whenWorked(wait.hours, wait.zone, since, candidate.mail_after_minutes * MINUTE_MS)
    if (dueAt > now) nextAt = Math.min(nextAt, dueAt)
    else if (isAway(candidate, now)) mail.push(candidate.user_id)
    else nextAt = Math.min(nextAt, Math.max((candidate.last_seen_at ?? 0) + AWAY_AFTER_MS, now + MINUTE_MS))
  }
  return { mail, nextAt }
}

/**
 * Whether a disabled agent has the conversation: then nobody is told of its visitor, until the agent is enabled or people
 * take over.
 */
export const isLeft = ({ response_mode, is_disabled }: { response_mode: ResponseMode; is_disabled: 0 | 1 }): boolean =>
  response_mode === 'ai' && is_disabled === 1

/** Whether a member is away: because they say so, or because their dashboard sent no request for five minutes. */
export const isAway = ({ availability, last_seen_at }: Candidate, now: number): boolean =>
  availability === 'away' || last_seen_at === null || last_seen_at <= now - AWAY_AFTER_MS

/** Whether a member says that they are there, and so is told of whom nobody has. */
export const isThere = ({ availability }: Candidate): boolean => availability === 'available'
