import type { GapState } from '#contract/enums.ts'
import type { Milliseconds } from './types.ts'

interface Gaps {
  id: string
  agent_id: string
  state: GapState
  /** The message that asks most centrally, whose words name the gap. */
  question_id: string
  /** The model that has embedded its questions. */
  embedding_model: string
  /** How much that model knows of the question's language, from 0 to 1. */
  trust: number
  /** The sum of its questions' unit vectors, as little-endian float32. */
  sum: Uint8Array
  count: number
  visitors: number
  conversations: number
  first_at: Milliseconds
  last_at: Milliseconds
  /** Increases, over all gaps of the agent, with each change of what questions are compared with. */
  version: number
}

interface GapMessages {
  message_id: string
  gap_id: string
  conversation_id: string
  /** The reply that left it unanswered, whose answer trace says what was searched for; the message itself if others too. */
  reply_id: string
  chat_user_id: string
  /** The direction of its embedding, a signed byte for each dimension. */
  embedding: Uint8Array
  asked_at: Milliseconds
}

/** What visitors asked and the AI did not know. */
export interface GapTables {
  gaps: Gaps
  gap_messages: GapMessages
}
