import { type JobDefinition, overAnHour } from '../../platform/platform.ts'

/** Reads a mail that is stored and puts it where it belongs. Mailboxes take turns, so that none delays another. */
export const readMailJob: JobDefinition<{ mailId: string; mailboxId: string }> = {
  name: 'mails.read',
  attempts: 20,
  interruptions: 20,
  retryDelaySeconds: [1, 5, 30, 60],
  concurrency: 4,
  timeoutSeconds: 120,
  fairnessKey: ({ mailboxId }) => mailboxId,
}

export interface SendMailPayload {
  mailId: string
  mailboxId: string
  /** Number of the attempt, from 1; a job whose attempt was made does nothing. */
  number: number
}

/** Makes one attempt to send a mail; each has a job of its own. */
export const sendMailJob: JobDefinition<SendMailPayload> = {
  name: 'mails.send',
  attempts: 1_000,
  interruptions: 1_000,
  retryDelaySeconds: [1, 5, 30],
  concurrency: 20,
  timeoutSeconds: 300,
  fairnessKey: ({ mailboxId }) => mailboxId,
}

/** Puts a mail that has left in its mail server's folder of sent mail. */
export const saveSentJob: JobDefinition<{ mailId: string; mailboxId: string }> = {
  name: 'mails.save-sent',
  ...overAnHour,
  concurrency: 4,
  timeoutSeconds: 120,
  fairnessKey: ({ mailboxId }) => mailboxId,
}

/** Stores a member's mail when the time to take it back is over, or after the next start if no process ran then. */
export const storePendingJob: JobDefinition<{
  /** Of the row in `pending_mails`; the job does nothing if that is gone. */
  id: string
}> = {
  name: 'mails.store-pending',
  attempts: 1_000,
  interruptions: 1_000,
  retryDelaySeconds: [1, 5, 30],
  concurrency: 8,
  timeoutSeconds: 30,
}

/** Looks whether the visitor of a website has left it before they read what people wrote, and mails it to them then. */
export const continueByMailJob: JobDefinition<{ conversationId: string }> = {
  name: 'mails.continue',
  attempts: 20,
  interruptions: 1_000,
  retryDelaySeconds: [1, 5, 30, 60],
  concurrency: 4,
  timeoutSeconds: 30,
}
