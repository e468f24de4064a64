import type { JobDefinition } from '../../platform/platform.ts'

export interface WaitPayload {
  conversationId: string
  /** Since when the visitor waits; the job does nothing about another wait. */
  since: number
  /** The number of this look at the wait, from 0, so that a look that is repeated after a crash changes nothing. */
  step: number
}

/** Looks at a wait: who is to be mailed of it, and when to look again. */
export const waitJob: JobDefinition<WaitPayload> = {
  name: 'alerts.wait',
  attempts: 10,
  retryDelaySeconds: [1, 5, 30],
  concurrency: 4,
  timeoutSeconds: 30,
}

export type AlertMailPayload =
  | { kind: 'wait'; conversationId: string; since: number; userId: string }
  /** `noteId` is the entry of the thread that mentions them. */
  | { kind: 'mention'; noteId: string; userId: string }
  /** Checks fail in this run that passed in the one before. */
  | { kind: 'checks'; runId: string; userId: string }

/** Mails a member about a conversation or an agent's checks. A mail server that is away for an hour is waited for. */
export const alertMailJob: JobDefinition<AlertMailPayload> = {
  name: 'alerts.mail',
  attempts: 6,
  retryDelaySeconds: [5, 30, 120, 600, 3_600],
  concurrency: 4,
  timeoutSeconds: 120,
}
