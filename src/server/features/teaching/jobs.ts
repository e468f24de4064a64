import type { JobDefinition } from '../../platform/platform.ts'

export interface ProvePayload {
  proofId: string
  /** What was taken back after the job was sent is asked by another one. */
  round: number
}

/** Asks the questions of a proof, before and after the source is trained. */
export const proveJob: JobDefinition<ProvePayload> = {
  name: 'teaching.prove',
  attempts: 5,
  retryDelaySeconds: [1, 5, 30],
  concurrency: 1, // questions of visitors go before each text that it embeds
  timeoutSeconds: 1_800,
}
