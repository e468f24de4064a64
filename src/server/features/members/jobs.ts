import type { JobDefinition } from '../../platform/platform.ts'

export interface MailInvitationPayload {
  invitationId: string
}

/** Mails an invitation's link. Retries go on for over an hour, in case the mail server is down for that long. */
export const mailInvitationJob: JobDefinition<MailInvitationPayload> = {
  name: 'members.mail-invitation',
  attempts: 6,
  retryDelaySeconds: [5, 30, 120, 600, 3_600],
  concurrency: 4,
  timeoutSeconds: 120,
}
