import type { JobDefinition } from '../../platform/platform.ts'
import { ATTEMPTS } from './schedule.ts'

/** One attempt of one delivery. Which one it is, is written down, so that a job that comes twice does nothing. */
export interface DeliveryAttempt {
  delivery_id: string
  /** 1 to 10. */
  number: number
}

/**
 * A run that a crash cut off is repeated and counts only for the queue, so the queue's own limit is far above
 * {@link ATTEMPTS}. Slots are many because one that waits for a receiver costs next to nothing.
 */
export const deliverWebhook: JobDefinition<DeliveryAttempt> = {
  name: 'webhooks.deliver',
  attempts: ATTEMPTS * 100,
  retryDelaySeconds: [1, 5, 30],
  concurrency: 100,
  timeoutSeconds: 60,
}
