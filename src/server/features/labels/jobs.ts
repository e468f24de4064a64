import type { JobDefinition } from '../../platform/platform.ts'

/** Deletes the rows that say which conversations had a deleted label, which none shows any more. */
export const takeOffJob: JobDefinition<{ labelId: string }> = {
  name: 'labels.take-off',
  attempts: 10,
  retryDelaySeconds: [1, 5, 30],
  concurrency: 1,
  timeoutSeconds: 300,
}
