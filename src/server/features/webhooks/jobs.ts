import type { JobDefinition } from '../../platform/platform.ts'

/**
 * One attempt of one delivery. It is identified by its number, so that a job which runs twice does nothing the second
 * time.
 */
export interface DeliveryAttempt {
  delivery_id: string
  /** 1 to 10. */
  number: number
}

/** How often the queue runs one attempt's job before it gives it up. */
const RUNS = 1_000

/**
 * The queue repeats a run that a crash cut off. That uses up none of the delivery's own ten attempts, which are separate
 * jobs, so the queue's limits lie far above them. Slots are many because one that waits for a receiver is little more than an open socket: how many
 * each endpoint and each organization may have is for the bulkheads to say, and a full slot count would let the first
 * few organizations whose receivers hang stop everybody's deliveries.
 */
export const deliverJob: JobDefinition<DeliveryAttempt> = {
  name: 'webhooks.deliver',
  attempts: RUNS,
  interruptions: RUNS,
  retryDelaySeconds: [1, 5, 30],
  concurrency: 2_000,
  timeoutSeconds: 60,
}
