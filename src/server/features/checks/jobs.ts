import type { JobDefinition } from '../../platform/platform.ts'

export interface CheckRunPayload {
  runId: string
  agentId: string
}

/** Asks an agent its checks. A run after an interrupted one goes on with those that are left. */
export const checkRunJob: JobDefinition<CheckRunPayload> = {
  name: 'checks.run',
  attempts: 5,
  retryDelaySeconds: [1, 10, 60],
  concurrency: 1, // questions of visitors go before each text that it embeds
  timeoutSeconds: 2 * 3_600,
}

/** A run by a provider's model, apart from the others, which one that hangs would hold up. */
export const providerCheckRunJob: JobDefinition<CheckRunPayload> = {
  ...checkRunJob,
  name: 'checks.run-by-provider',
  concurrency: 16,
  fairnessKey: ({ agentId }) => agentId,
}

/** The names of the jobs that ask an agent its checks. */
export const checkRunJobs: readonly string[] = [checkRunJob.name, providerCheckRunJob.name]

export interface ChecksDuePayload {
  agentId: string
}

/** Looks whether the training of an agent has settled, so that its checks can run. */
export const checksDueJob: JobDefinition<ChecksDuePayload> = {
  name: 'checks.due',
  attempts: 5,
  retryDelaySeconds: [1, 10, 60],
  concurrency: 2,
  timeoutSeconds: 60,
}
