import type { JobDefinition } from '../../platform/platform.ts'

export interface ProvePayload {
  proofId: string
  /** The proof's `round` when the job was sent (0: teaching, 1: undo). If it differs by now, nothing is done. */
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

/** Asks the questions with a provider's model, which may hang for long; so it is apart from the others. */
export const providerProveJob: JobDefinition<ProvePayload> = {
  ...proveJob,
  name: 'teaching.prove-by-provider',
  concurrency: 16,
  fairnessKey: ({ agentId }) => agentId,
}

/** Asks an agent its open gaps again with the built-in model, once nothing is being trained any more. */
export const askAgainJob: JobDefinition<{ agentId: string }> = {
  name: 'teaching.ask-again',
  attempts: 3,
  retryDelaySeconds: [5, 60],
  concurrency: 1, // each text it embeds waits until visitors' questions are done
  timeoutSeconds: 1_800,
  fairnessKey: ({ agentId }) => agentId,
}
