import { type JobDefinition, overAnHour } from '../../platform/platform.ts'

/** Has the mails that wait to leave a mailbox tried at once, as what kept them may have been mended. */
export const sendWaitingJob: JobDefinition<{ mailboxId: string }> = {
  name: 'mailboxes.send-waiting',
  attempts: 10,
  interruptions: 10,
  retryDelaySeconds: [1, 5, 30],
  concurrency: 2,
  timeoutSeconds: 300,
}

export interface OutagePayload {
  mailboxId: string
  /** When the outage began, in milliseconds. */
  since: number
}

/** Tells owners and admins that a mailbox can't send or fetch mail, unless it can again. */
export const outageJob: JobDefinition<OutagePayload> = {
  name: 'mailboxes.outage',
  ...overAnHour,
  concurrency: 4,
  timeoutSeconds: 60,
}

/** The mail to a mailbox's address, and the one to the address with a token behind a `+`. */
export type WhichProof = 'plain' | 'plus'

export interface VerifyPayload {
  mailboxId: string
  /** The id of the verification, which another may have replaced. */
  id: string
  which: WhichProof
}

/** Sends one of the two mails by which a mailbox proves that mail arrives. */
export const verifyJob: JobDefinition<VerifyPayload> = {
  name: 'mailboxes.verify',
  ...overAnHour,
  concurrency: 4,
  timeoutSeconds: 300,
  fairnessKey: ({ mailboxId }) => mailboxId,
}
