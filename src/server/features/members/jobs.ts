import { type JobDefinition, overAnHour } from '../../platform/platform.ts'

/** Mails an invitation's link. */
export const mailInvitationJob: JobDefinition<{ invitationId: string }> = {
  name: 'members.mail-invitation',
  ...overAnHour,
  concurrency: 4,
  timeoutSeconds: 120,
}
