import type { AnswerDecision, CheckExpectation, CheckRunStatus, CheckRunTrigger } from '#contract/enums.ts'
import type { Flag, Json, Milliseconds } from './types.ts'

interface Checks {
  id: string
  agent_id: string
  question: string
  expects: CheckExpectation
  /** A JSON array of arrays of strings: of each inner one the reply must say one. */
  facts: Json
  /** The source that the reply must cite, which may be deleted by now; null: any or none. */
  cites: string | null
  is_muted: Flag
  created_at: Milliseconds
  updated_at: Milliseconds
}

interface CheckRuns {
  id: string
  agent_id: string
  status: CheckRunStatus
  trigger_name: CheckRunTrigger
  model_id: string
  /** How many credits are taken and not spent yet: a reply of a provider's model spends one. The rest is returned. */
  credits: number
  /** The month from whose credits they were taken; null: none were. */
  credit_period: string | null
  total: number
  asked: number
  passed: number
  failed: number
  broke: number
  mended: number
  created_at: Milliseconds
  ended_at: Milliseconds | null
}

interface CheckResults {
  run_id: string
  check_id: string
  /** The question as it was asked; that of the check may be changed later. */
  question: string
  is_muted: Flag
  verdict: 'passed' | 'failed'
  /** The verdict in the run before; null: it was not asked there, or has been changed since. */
  verdict_before: 'passed' | 'failed' | null
  problems: Json
  decision: AnswerDecision
  reply: string
  citations: Json
  model: string
  knowledge_version: number
  latency_ms: number
  created_at: Milliseconds
}

/** What is checked of the agents' replies. */
export interface CheckTables {
  checks: Checks
  check_runs: CheckRuns
  check_results: CheckResults
}
