import type { JobDefinition } from '../../platform/platform.ts'

export interface ReplyPayload {
  conversationId: string
  turn: number
  /** The message whose action the visitor has just completed; else it is a message of theirs that is answered. */
  completedMessageId?: string
}

/** Answers a visitor. The providers' own time-outs and retries lie well within a run. */
export const replyJob: JobDefinition<ReplyPayload> = {
  name: 'conversations.reply',
  attempts: 3,
  retryDelaySeconds: [1, 5],
  concurrency: 8,
  timeoutSeconds: 150,
}
