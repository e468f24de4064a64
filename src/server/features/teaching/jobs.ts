import type { JobDefinition } from '../../platform/platform.ts'

export interface ProvePayload {
  proofId: string
  /** 0 after the teaching, 1 after its undo. If the proof's differs by now, the job does nothing. */
  round: number
  agentId: string
}

/** Asks the questions of a proof with the built-in model, before and after the source is trained. */
export const proveJob: JobDefinition<ProvePayload> = {
  name: 'teaching.prove',
  attempts: 5,
  retryDelaySeconds: [1, 5, 30],
  concurrency: 1, // one proof at a time; visitors' questions go before each text that it embeds
  timeoutSeconds: 1_800,
}

/** With a provider's model. Such a job may hang for long, so it is apart from the others. */
export const providerProveJob: JobDefinition<ProvePayload> = {
  ...proveJob,
  name: 'teaching.prove-by-provider',
  concurrency: 16,
  fairnessKey: ({ agentId }) => agentId,
}
