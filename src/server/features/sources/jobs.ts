import type { JobDefinition } from '../../platform/platform.ts'

export interface TrainPayload {
  sourceId: string
  /** The source's `task_id` when the job was queued. Another one by now means that this job has been replaced. */
  taskId: string
  /** Absent from a job that an older version has sent. */
  agentId?: string
}

/** Trains on a source. While some sources are read, others are embedded. */
export const trainJob: JobDefinition<TrainPayload> = {
  name: 'sources.train',
  attempts: 3,
  retryDelaySeconds: [2, 10],
  concurrency: 8,
  timeoutSeconds: 3_600,
  fairnessKey: ({ agentId }) => agentId, // a thousand pages of one agent don't hold up a small upload to another
}

export interface RemoveFilePayload {
  /** Where the storage keeps the file. */
  key: string
}

/** Removes an uploaded file that no source has any more. */
export const removeFileJob: JobDefinition<RemoveFilePayload> = {
  name: 'sources.remove-file',
  attempts: 10,
  retryDelaySeconds: [1, 60, 600],
  concurrency: 2,
  timeoutSeconds: 60,
}

/** Trains again what was embedded by another model than the one configured now. */
export const refreshJob: JobDefinition<Record<string, never>> = {
  name: 'sources.refresh',
  attempts: 3,
  retryDelaySeconds: [10, 60],
  concurrency: 1,
  timeoutSeconds: 3_600,
}

export interface PurgePayload {
  agentId: string
}

/** Removes what is left of a deleted agent's sources. */
export const purgeJob: JobDefinition<PurgePayload> = {
  name: 'sources.purge',
  attempts: 10,
  retryDelaySeconds: [1, 60, 600],
  concurrency: 1,
  timeoutSeconds: 3_600,
}
