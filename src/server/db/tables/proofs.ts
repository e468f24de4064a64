import type { ProofVerdict } from '#contract/enums.ts'
import type { Flag, Json, Milliseconds } from './types.ts'

interface Proofs {
  id: string
  agent_id: string
  /** The gap that was taught; null where it was a message of a conversation. */
  gap_id: string | null
  source_id: string
  /** The version of the source that says what was taught. */
  source_version: number
  /** Whether the source was made for it, and so goes when it is taken back. */
  is_new_source: Flag
  /** The training that begins once all questions have been asked for the first time. */
  task_id: string
  /** Empty: the question stands among those asked, so that it goes with the conversation whose words it repeats. */
  question: string
  /** `before`, `after`: the questions are being asked. `training`: the source is. */
  step: 'before' | 'training' | 'after' | 'done' | 'failed'
  /** 0, and 1 once it was taken back. */
  round: 0 | 1
  problem: string | null
  model_id: string
  /** How many credits are taken and not spent yet: a reply of a provider's model spends one. The rest is returned. */
  credits: number
  /** The month from whose credits they were taken; null: none were. */
  credit_period: string | null
  created_at: Milliseconds
}

interface ProofQuestions {
  proof_id: string
  position: number
  /** What is asked; null where it is the words of a message or of a check. */
  question: string | null
  message_id: string | null
  /** The conversation that the question is from, with which it is deleted. */
  conversation_id: string | null
  check_id: string | null
  /** Whether what was taught is to answer it: false for those that only show what else it changes. */
  is_wanted: Flag
  before: Json | null
  after: Json | null
  /** What became of a question, or of a check. */
  outcome: ProofVerdict | 'broke' | 'mended' | 'same' | null
}

/** What proves that agents know what they were taught. */
export interface ProofTables {
  proofs: Proofs
  proof_questions: ProofQuestions
}
