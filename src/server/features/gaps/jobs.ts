import type { JobDefinition } from '../../platform/platform.ts'

export interface NoteQuestionPayload {
  conversationId: string
  /** The position of the last message when the question was left unanswered. */
  position: number
}

/** Finds the gap that an unanswered question belongs to. It embeds the question, so it runs after the reply. */
export const noteQuestionJob: JobDefinition<NoteQuestionPayload> = {
  name: 'gaps.note-question',
  attempts: 5,
  retryDelaySeconds: [1, 5, 30],
  concurrency: 4,
  timeoutSeconds: 60,
}
