import type { JobDefinition } from '../../platform/platform.ts'

export interface CheckRunPayload {
  runId: string
}

/** Asks an agent its checks. A run after an interrupted one goes on with those that are left. */
export const checkRunJob: JobDefinition<CheckRunPayload> = {
  name: 'checks.run',
  attempts: 5,
  retryDelaySeconds: [1, 10, 60],
  concurrency: 1, // questions of visitors go before each text that it embeds
  timeoutSeconds: 2 * 3_600,
}

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
