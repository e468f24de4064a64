import type { JobDefinition } from '../../platform/platform.ts'

/** One attempt of one delivery; by its number, a job that runs again does nothing if the attempt is stored. */
export interface DeliveryAttempt {
  delivery_id: string
  /** Number of the attempt, from 1 to 10. */
  number: number
}

/** Maximum number of runs of the job that makes one attempt. */
const RUNS = 1_000

/**
 * Makes one attempt; each has a job of its own. Many runs are allowed, as those that a crash cut off are no attempts.
 * Concurrency is high because the bulkheads limit each endpoint and organization, whereas with few slots a few
 * organizations whose receivers hang would stop all deliveries.
 */
export const deliverJob: JobDefinition<DeliveryAttempt> = {
  name: 'webhooks.deliver',
  attempts: RUNS,
  interruptions: RUNS,
  retryDelaySeconds: [1, 5, 30],
  concurrency: 3_000,
  timeoutSeconds: 60,
}
