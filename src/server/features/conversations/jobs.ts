import type { JobDefinition } from '../../platform/platform.ts'

export interface ReplyPayload {
  conversationId: string
  turn: number
  /** The message whose action the visitor has just completed; absent if the reply answers a written message. */
  completedMessageId?: string
  /** Whether the conversation was given back to have the AI answer, so that nothing new need have been written. */
  isGivenBack?: boolean
}

/** Makes the AI's reply to a visitor. The time limit leaves room for the providers' own timeouts and retries. */
export const replyJob: JobDefinition<ReplyPayload> = {
  name: 'conversations.reply',
  attempts: 3,
  retryDelaySeconds: [1, 5],
  concurrency: 16,
  timeoutSeconds: 150,
}

export interface ProviderReplyPayload extends ReplyPayload {
  agentId: string
}

/**
 * Has a provider's model make a reply; a job of its own, as a hanging provider would hold up the quick built-in model.
 * Many may run at once, 96 of them for one agent: one that waits takes up no more than a connection.
 */
export const providerReplyJob: JobDefinition<ProviderReplyPayload> = {
  name: 'conversations.reply-by-provider',
  attempts: replyJob.attempts,
  retryDelaySeconds: replyJob.retryDelaySeconds,
  concurrency: 128,
  timeoutSeconds: replyJob.timeoutSeconds,
  fairnessKey: ({ agentId }) => agentId,
}

/** Makes a reply that people may send. Agents take turns, as a provider's model may be slow. */
export const suggestJob: JobDefinition<{ id: string; agentId: string }> = {
  name: 'conversations.suggest',
  attempts: replyJob.attempts,
  retryDelaySeconds: replyJob.retryDelaySeconds,
  concurrency: 16,
  timeoutSeconds: replyJob.timeoutSeconds,
  fairnessKey: ({ agentId }) => agentId,
}

/** Wakes a snoozed conversation when its time has come, or after the next start if no process ran then. */
export const wakeJob: JobDefinition<{
  conversationId: string
  /** The end of the snooze, in milliseconds since 1970; the job does nothing if the snooze has changed or ended. */
  until: number
}> = {
  name: 'conversations.wake',
  attempts: 10,
  retryDelaySeconds: [1, 5, 30],
  concurrency: 8,
  timeoutSeconds: 30,
}

export interface UnassignPayload {
  organizationId: string
  userId: string
}

/** Unassigns the conversations of a removed member that were too many for the transaction which removed them. */
export const unassignJob: JobDefinition<UnassignPayload> = {
  name: 'conversations.unassign',
  attempts: 10,
  retryDelaySeconds: [1, 5, 30],
  concurrency: 1,
  timeoutSeconds: 120,
}
