import type { AnswerThreshold, ImpactVerdict } from '#contract/enums.ts'
import type { Json, Milliseconds } from './types.ts'

/** What would become of an agent's answers after a change. Of the three columns for the change, only one is set. */
interface Impacts {
  id: string
  agent_id: string
  /** The ids of the sources that would be gone, as a JSON array. */
  without_sources: Json | null
  /** The model that the agent would have. */
  model_id: string | null
  /** The threshold that the agent would have. */
  threshold: AnswerThreshold | null
  /** `gathering`: the answers concerned are being found; `asking`: their questions are being asked again. */
  step: 'gathering' | 'asking' | 'done' | 'failed'
  /** How many answers of the last 90 days are concerned, and in how many conversations. */
  answers: number
  conversations: number
  last_cited_at: Milliseconds | null
  created_at: Milliseconds
}

interface ImpactAnswers {
  impact_id: string
  /** Counted from 0, the latest answer first. */
  position: number
  message_id: string
  conversation_id: string
  /** The visitor's message that the answer replied to; null until it is asked again, or if the answer is gone. */
  question_id: string | null
  /**
   * What the agent replies now, and what it would reply after the change; null where that is not known. If a provider's
   * model answers now or would then, `before` is the reply that was stored, as such a model is not asked again.
   */
  before: Json | null
  after: Json | null
  /** Null until the answer has been dealt with. */
  verdict: ImpactVerdict | null
}

interface ImpactChecks {
  impact_id: string
  check_id: string
  before: Json | null
  after: Json | null
  outcome: 'broke' | 'mended' | 'same' | null
}

/** What a change of an agent's sources, model or threshold would do to its past answers and its checks. */
export interface ImpactTables {
  impacts: Impacts
  impact_answers: ImpactAnswers
  impact_checks: ImpactChecks
}
