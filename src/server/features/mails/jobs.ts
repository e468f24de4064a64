import type { JobDefinition } from '../../platform/platform.ts'

export interface ReadMailPayload {
  mailId: string
  mailboxId: string
}

/** Reads a mail that is stored and puts it where it belongs. Mailboxes take turns, so that none delays another. */
export const readMailJob: JobDefinition<ReadMailPayload> = {
  name: 'mails.read',
  attempts: 20,
  interruptions: 20,
  retryDelaySeconds: [1, 5, 30, 60],
  concurrency: 4,
  timeoutSeconds: 120,
  fairnessKey: ({ mailboxId }) => mailboxId,
}
