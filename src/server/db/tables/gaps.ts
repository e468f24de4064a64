import type { GapState } from '#contract/enums.ts'
import type { Milliseconds } from './types.ts'

interface Gaps {
  id: string
  agent_id: string
  state: GapState
  /** The visitor's message whose text names the gap: the most central of its questions, or nearly so. */
  question_id: string
  /** The embedding model that its questions were embedded with. */
  embedding_model: string
  /** How well that model knows the language of the naming question, from 0 to 1. */
  trust: number
  /** The sum of its questions' unit vectors, as little-endian float32. */
  sum: Uint8Array
  count: number
  visitors: number
  conversations: number
  first_at: Milliseconds
  last_at: Milliseconds
  /** Whenever the gap gains or loses questions, it gets a higher number than any gap of the agent has had. */
  version: number
}

interface GapMessages {
  message_id: string
  gap_id: string
  conversation_id: string
  /** The reply that left the question unanswered; if it left several so, the question's own message. */
  reply_id: string
  chat_user_id: string
  /** What the message asks, of a mail with its subject; null where the trace of the reply says it. */
  question: string | null
  /** The direction of the question's embedding, as a signed byte for each dimension. */
  embedding: Uint8Array
  asked_at: Milliseconds
}

export interface GapTables {
  gaps: Gaps
  gap_messages: GapMessages
}
