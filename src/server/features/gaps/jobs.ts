import type { JobDefinition } from '../../platform/platform.ts'

/** Adds unanswered questions to gaps. A job does this, since embedding a question would delay the reply. */
export const noteQuestionJob: JobDefinition<{
  conversationId: string
  /** The position of the last message to look at: the conversation's last one at the time, or the one rated bad. */
  position: number
}> = {
  name: 'gaps.note-question',
  attempts: 5,
  retryDelaySeconds: [1, 5, 30],
  concurrency: 4,
  timeoutSeconds: 60,
}
