import type { JobDefinition } from '../../platform/platform.ts'
import { ATTEMPTS } from './schedule.ts'

/** One attempt of one delivery. Which one it is, is written down, so that a job that comes twice does nothing. */
export interface DeliveryAttempt {
  delivery_id: string
  /** 1 to 10. */
  number: number
}

/**
 * A run that a crash cut off is repeated and uses up none of {@link ATTEMPTS}, so the queue's own limits are far
 * above. Slots are many because one that waits for a receiver is little more than an open socket: how many
 * each endpoint and each organization may have is for the bulkheads to say, and a full slot count would let the first
 * few organizations whose receivers hang stop everybody's deliveries.
 */
export const deliverWebhook: JobDefinition<DeliveryAttempt> = {
  name: 'webhooks.deliver',
  attempts: ATTEMPTS * 100,
  interruptions: ATTEMPTS * 100,
  retryDelaySeconds: [1, 5, 30],
  concurrency: 2_000,
  timeoutSeconds: 60,
}
