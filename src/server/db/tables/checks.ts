import type { AnswerDecision, CheckExpectation, CheckRunStatus, CheckRunTrigger } from '#contract/enums.ts'
import type { Flag, Json, Milliseconds } from './types.ts'

interface Checks {
  id: string
  agent_id: string
  question: string
  expects: CheckExpectation
  /** A JSON array of arrays of strings: the reply must contain at least one string of each inner array. */
  facts: Json
  /** The source that the reply must cite, which may be deleted by now; null if it need not cite any. */
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
  /** Credits taken but not spent yet: each reply of a provider's model spends one. At the end, the rest is returned. */
  credits: number
  /** The month from whose quota the credits were taken (`2026-11`); null if none were. */
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
  /** The question as it was asked, since the check's own may be changed later. */
  question: string
  is_muted: Flag
  verdict: 'passed' | 'failed'
  /** The verdict in the newest finished run before this one; null if there is none of the check as it is. */
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

export interface CheckTables {
  checks: Checks
  check_runs: CheckRuns
  check_results: CheckResults
}
