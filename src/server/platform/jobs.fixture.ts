import type { JobDefinition, JobHandler, Platform } from './platform.ts'

export interface Payload {
  value: number
}

export const definition: JobDefinition<Payload> = {
  name: 'test-job',
  attempts: 3,
  retryDelaySeconds: [0],
  concurrency: 2,
  timeoutSeconds: 30,
}

export const handler = (
  run: JobHandler<Payload>['run'],
  changes: Partial<JobDefinition<Payload>> = {},
  failed?: JobHandler<Payload>['failed'],
): JobHandler<never> => ({ definition: { ...definition, ...changes }, run, failed }) as JobHandler<never>

export const soon = { timeout: 60_000, interval: 10 }

/** Sends jobs through the platform that a test has at that moment. */
export const sender =
  (platform: () => Platform) =>
  (value: number, options?: { delaySeconds?: number }, sent = definition): Promise<void> =>
    platform().database.transaction((tx) => platform().jobs.send(tx, sent, { value }, options))
