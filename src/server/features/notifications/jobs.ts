import { type JobDefinition, overAnHour } from '../../platform/platform.ts'

export interface NewsMailPayload {
  notificationId: string
  userId: string
  /** One of the kinds of notification. */
  kind: string
  /** Null where the notification is about no conversation. */
  conversationId: string | null
}

/** Mails a member what they have not seen a minute later. */
export const newsMailJob: JobDefinition<NewsMailPayload> = {
  name: 'notifications.mail',
  ...overAnHour,
  concurrency: 4,
  timeoutSeconds: 120,
}

/** Pushes a notification to one browser. */
export const pushJob: JobDefinition<{ notificationId: string; subscriptionId: string }> = {
  name: 'notifications.push',
  ...overAnHour,
  concurrency: 20,
  timeoutSeconds: 60,
}
