import type { JobDefinition } from '../../platform/platform.ts'

/** Finds out what would become of answers and checks. Another attempt goes on with those that have no outcome yet. */
export const impactJob: JobDefinition<{ impactId: string; agentId: string }> = {
  name: 'impact.find',
  attempts: 5,
  retryDelaySeconds: [1, 5, 30],
  concurrency: 2, // each text that is embedded waits until visitors' questions are done
  timeoutSeconds: 3_600,
  fairnessKey: ({ agentId }) => agentId,
}
