import type { JobDefinition } from '../../platform/platform.ts'

export interface ProvePayload {
  proofId: string
  /** What was taught or taken back after the job was sent is asked by another one. */
  round: number
  agentId: string
}

/** Asks the questions of a proof, before and after the source is trained. */
export const proveJob: JobDefinition<ProvePayload> = {
  name: 'teaching.prove',
  attempts: 5,
  retryDelaySeconds: [1, 5, 30],
  concurrency: 1, // questions of visitors go before each text that it embeds
  timeoutSeconds: 1_800,
}

/** A proof by a provider's model, apart from the others, which one that hangs would hold up. */
export const providerProveJob: JobDefinition<ProvePayload> = {
  ...proveJob,
  name: 'teaching.prove-by-provider',
  concurrency: 16,
  fairnessKey: ({ agentId }) => agentId,
}
