import type { JobDefinition } from '../../platform/platform.ts'

export interface ImpactPayload {
  impactId: string
  agentId: string
}

/** Finds out what becomes of answers. A run after an interrupted one goes on with those that are left. */
export const impactJob: JobDefinition<ImpactPayload> = {
  name: 'impact.find',
  attempts: 5,
  retryDelaySeconds: [1, 5, 30],
  concurrency: 2, // questions of visitors go before each text that these embed
  timeoutSeconds: 3_600,
  fairnessKey: ({ agentId }) => agentId,
}
