import type { JobDefinition } from '../../platform/platform.ts'

export interface ReplyPayload {
  conversationId: string
  turn: number
  /** The message whose action the visitor has just completed; absent if the reply answers a written message. */
  completedMessageId?: string
}

/** Makes the AI's reply to a visitor. The time limit leaves room for the providers' own timeouts and retries. */
export const replyJob: JobDefinition<ReplyPayload> = {
  name: 'conversations.reply',
  attempts: 3,
  retryDelaySeconds: [1, 5],
  concurrency: 8,
  timeoutSeconds: 150,
}
