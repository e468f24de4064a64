import type { JobDefinition } from '../../platform/platform.ts'

export interface TrainPayload {
  sourceId: string
  /** The source's `task_id` when the job was queued. If it differs by now, a newer job has replaced this one. */
  taskId: string
  agentId: string
  /** The site whose crawl has read the page already, so that it is not fetched again. */
  siteId?: string
}

/** Trains on one source. Several run at once, so that some sources are read while others are embedded. */
export const trainJob: JobDefinition<TrainPayload> = {
  name: 'sources.train',
  attempts: 3,
  retryDelaySeconds: [2, 10],
  concurrency: 8,
  timeoutSeconds: 3_600,
  fairnessKey: ({ agentId }) => agentId, // a thousand pages of one agent must not delay a small upload to another
}

/** Trains on many sources again, or deletes them; after an interruption, those that are left. */
export const bulkJob: JobDefinition<{ bulkId: string; agentId: string }> = {
  name: 'sources.bulk',
  attempts: 5,
  retryDelaySeconds: [1, 5, 30],
  concurrency: 2,
  timeoutSeconds: 3_600,
  fairnessKey: ({ agentId }) => agentId,
}

/** Removes an uploaded file that no source refers to any more. */
export const removeFileJob: JobDefinition<{ key: string }> = {
  name: 'sources.remove-file',
  attempts: 10,
  retryDelaySeconds: [1, 60, 600],
  concurrency: 2,
  timeoutSeconds: 60,
}

/** Queues the training of sources that were embedded by another model than the configured one. */
export const refreshJob: JobDefinition<Record<string, never>> = {
  name: 'sources.refresh',
  attempts: 3,
  retryDelaySeconds: [10, 60],
  concurrency: 1,
  timeoutSeconds: 3_600,
}

/** Removes the chunks, versions and files of a deleted agent's sources. */
export const purgeJob: JobDefinition<{ agentId: string }> = {
  name: 'sources.purge',
  attempts: 10,
  retryDelaySeconds: [1, 60, 600],
  concurrency: 1,
  timeoutSeconds: 3_600,
}
