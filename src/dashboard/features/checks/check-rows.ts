import type { Check, CheckResult, CheckRun } from './check-search.ts'

/** What became of a check in a run. `waiting`: it was not asked in it, or not yet. */
export type Outcome = 'broke' | 'failed' | 'waiting' | 'mended' | 'passed' | 'muted'

export interface CheckRow {
  check: Check
  outcome: Outcome
  result: CheckResult | undefined
}

const ORDER: readonly Outcome[] = ['broke', 'failed', 'waiting', 'mended', 'passed', 'muted']

/** The run whose results are shown unless another is chosen: the latest one that was not skipped, if there is one. */
export const latestRun = (runs: readonly CheckRun[]): CheckRun | undefined =>
  runs.find(({ status }) => status !== 'skipped') ?? runs[0]

/** The checks with what became of them in a run: what broke first, then what else fails; among equals the newest first. */
export function checkRows(checks: readonly Check[], results: readonly CheckResult[]): CheckRow[] {
  const byCheck = new Map(results.map((result) => [result.check_id, result]))
  const rows = checks.map((check) => {
    const told = byCheck.get(check.id)
    // What was asked before the check was edited says nothing of what it asks now.
    const result = told && told.created_at >= check.updated_at ? told : undefined
    return { check, result, outcome: outcomeOf(check, result) }
  })
  return rows.toSorted((one, other) => ORDER.indexOf(one.outcome) - ORDER.indexOf(other.outcome))
}

export function outcomeOf({ muted }: Pick<Check, 'muted'>, result: CheckResult | undefined): Outcome {
  if (muted) return 'muted'
  if (!result) return 'waiting'
  return result.change ?? result.verdict
}
