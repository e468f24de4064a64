import type { JobDefinition } from '../../platform/platform.ts'

export interface NewsMailPayload {
  notificationId: string
  userId: string
  /** One of the kinds of notification. */
  kind: string
  /** Null where the notification is about no conversation. */
  conversationId: string | null
}

/** Mails a member what they have not seen a minute later. Retries go on for over an hour, as for other mails. */
export const newsMailJob: JobDefinition<NewsMailPayload> = {
  name: 'notifications.mail',
  attempts: 6,
  retryDelaySeconds: [5, 30, 120, 600, 3_600],
  concurrency: 4,
  timeoutSeconds: 120,
}

export interface PushPayload {
  notificationId: string
  subscriptionId: string
}

/** Pushes a notification to one browser. Retries go on for over an hour, should the browser's push service be down. */
export const pushJob: JobDefinition<PushPayload> = {
  name: 'notifications.push',
  attempts: 6,
  retryDelaySeconds: [5, 30, 120, 600, 3_600],
  concurrency: 20,
  timeoutSeconds: 60,
}
