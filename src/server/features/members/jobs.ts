import { type JobDefinition, overAnHour } from '../../platform/platform.ts'

export interface MailInvitationPayload {
  invitationId: string
}

/** Mails an invitation's link. */
export const mailInvitationJob: JobDefinition<MailInvitationPayload> = {
  name: 'members.mail-invitation',
  ...overAnHour,
  concurrency: 4,
  timeoutSeconds: 120,
}
