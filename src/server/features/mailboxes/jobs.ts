import type { JobDefinition } from '../../platform/platform.ts'

export interface SendWaitingPayload {
  mailboxId: string
}

/** Has the mails that wait to leave a mailbox tried at once, as what kept them may have been mended. */
export const sendWaitingJob: JobDefinition<SendWaitingPayload> = {
  name: 'mailboxes.send-waiting',
  attempts: 10,
  interruptions: 10,
  retryDelaySeconds: [1, 5, 30],
  concurrency: 2,
  timeoutSeconds: 300,
}
