import type { JobDefinition } from '../../platform/platform.ts'

export interface CheckRunPayload {
  runId: string
  agentId: string
}

/** Asks an agent its checks. If the process ends meanwhile, the next attempt asks only those without a result. */
export const checkRunJob: JobDefinition<CheckRunPayload> = {
  name: 'checks.run',
  attempts: 5,
  retryDelaySeconds: [1, 10, 60],
  concurrency: 1, // each text it embeds waits until visitors' questions are done
  timeoutSeconds: 2 * 3_600,
}

/** A run in which a provider's model answers: a job of its own, so that a provider that hangs holds up no other run. */
export const providerCheckRunJob: JobDefinition<CheckRunPayload> = {
  ...checkRunJob,
  name: 'checks.run-by-provider',
  concurrency: 16,
  fairnessKey: ({ agentId }) => agentId,
}

export const checkRunJobs: readonly string[] = [checkRunJob.name, providerCheckRunJob.name]

export const checksDueJob: JobDefinition<{ agentId: string }> = {
  name: 'checks.due',
  attempts: 5,
  retryDelaySeconds: [1, 10, 60],
  concurrency: 2,
  timeoutSeconds: 60,
}
