import type { JobDefinition } from '../../platform/platform.ts'

/** Exports or erases visitors. Interrupted, an erasure goes on with what is left, and an export starts again. */
export const visitorJob: JobDefinition<{ jobId: string }> = {
  name: 'privacy.visitors',
  attempts: 5,
  retryDelaySeconds: [1, 10, 60],
  concurrency: 2,
  timeoutSeconds: 3_600,
}

/** Erases the conversations that an organization no longer keeps (see `retentionHandler`). */
export const retentionJob: JobDefinition<{ organizationId: string }> = {
  name: 'privacy.retention',
  attempts: 5,
  retryDelaySeconds: [10, 60, 600],
  concurrency: 1,
  timeoutSeconds: 6 * 3_600,
}
