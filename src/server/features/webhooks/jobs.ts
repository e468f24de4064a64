import type { JobDefinition } from '../../platform/platform.ts'

/**
 * One attempt of one delivery. Its number identifies it, so that a job which runs again does nothing if the attempt has
 * been stored.
 */
export interface DeliveryAttempt {
  delivery_id: string
  /** Number of the attempt, from 1 to 10. */
  number: number
}

/** Maximum number of runs of the job that makes one attempt. */
const RUNS = 1_000

/**
 * Makes one attempt of a delivery; each attempt has a job of its own. The queue repeats runs that a crash cut off; as
 * these are no attempts of the delivery, many are allowed. Concurrency is high because a waiting job is little more
 * than an open socket. The bulkheads limit each endpoint and organization, whereas with few slots a few organizations
 * whose receivers hang would stop all deliveries.
 */
export const deliverJob: JobDefinition<DeliveryAttempt> = {
  name: 'webhooks.deliver',
  attempts: RUNS,
  interruptions: RUNS,
  retryDelaySeconds: [1, 5, 30],
  concurrency: 3_000,
  timeoutSeconds: 60,
}
