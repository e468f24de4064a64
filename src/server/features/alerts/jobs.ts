import { type JobDefinition, overAnHour } from '../../platform/platform.ts'

export interface WaitPayload {
  conversationId: string
  /** When the wait began, in milliseconds since 1970. Once that wait is over, the job mails nobody. */
  since: number
  /** The number of this look at the wait, from 0, so that a look that is repeated after a crash changes nothing. */
  step: number
}

/** Looks at a visitor's wait for a person: decides who is to be mailed about it, and when to look again. */
export const waitJob: JobDefinition<WaitPayload> = {
  name: 'alerts.wait',
  attempts: 10,
  retryDelaySeconds: [1, 5, 30],
  concurrency: 4,
  timeoutSeconds: 30,
}

export type AlertMailPayload =
  | { kind: 'wait'; conversationId: string; since: number; userId: string }
  /** `noteId` is the thread entry that mentions the user. */
  | { kind: 'mention'; noteId: string; userId: string }
  /** `runId` is a run of checks in which some fail that passed in the run before. */
  | { kind: 'checks'; runId: string; userId: string }

/** Mails a member about a conversation or checks. */
export const alertMailJob: JobDefinition<AlertMailPayload> = {
  name: 'alerts.mail',
  ...overAnHour,
  concurrency: 4,
  timeoutSeconds: 120,
}
