import type { ProofVerdict } from '#contract/enums.ts'
import type { Flag, Json, Milliseconds } from './types.ts'

interface Proofs {
  id: string
  agent_id: string
  /** The gap whose answer was taught; null if a message of a conversation was taught. */
  gap_id: string | null
  source_id: string
  /** The first version of the source that contains what was taught. */
  source_version: number
  /** Whether the source was created by the teaching, so that undo deletes it. */
  is_new_source: Flag
  /** The `task_id` of the training that begins once all questions have been asked for the first time. */
  task_id: string
  /** `before`, `after`: the questions are being asked. `training`: the source is being trained. */
  step: 'before' | 'training' | 'after' | 'done' | 'failed'
  /** 0; 1 once what was taught has been undone. */
  round: 0 | 1
  problem: string | null
  model_id: string
  /** Credits taken but not spent yet: each reply of a provider's model spends one. At the end, the rest is returned. */
  credits: number
  /** The month from whose quota the credits were taken (`2026-11`); null if none were, or once the rest is returned. */
  credit_period: string | null
  created_at: Milliseconds
}

interface ProofQuestions {
  proof_id: string
  position: number
  /** What is asked; null if it is the text of a message (`message_id`) or of a check (`check_id`). */
  question: string | null
  message_id: string | null
  /** The conversation that the question comes from. The question is deleted with it. */
  conversation_id: string | null
  check_id: string | null
  /** Whether what was taught should answer the question: 0 for those that only show what else has changed. */
  is_wanted: Flag
  before: Json | null
  after: Json | null
  /** The verdict on the question, or how that on the check has changed; null until all are asked. */
  outcome: ProofVerdict | 'broke' | 'mended' | 'same' | null
}

export interface ProofTables {
  proofs: Proofs
  proof_questions: ProofQuestions
}
