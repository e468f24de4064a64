import type { JobDefinition } from '../../platform/platform.ts'

export interface TakeOffPayload {
  labelId: string
}

/** Takes a deleted label off the conversations that have it, which may be very many. Until then lists leave it out. */
export const takeOffJob: JobDefinition<TakeOffPayload> = {
  name: 'labels.take-off',
  attempts: 10,
  retryDelaySeconds: [1, 5, 30],
  concurrency: 1,
  timeoutSeconds: 300,
}
