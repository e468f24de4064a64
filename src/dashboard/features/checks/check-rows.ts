import type { Outcome } from '#dashboard/components/evaluation/verdict-badge.tsx'
import type { Check, CheckResult, CheckRun } from './check-search.ts'

export interface CheckRow {
  check: Check
  outcome: Outcome
  result: CheckResult | undefined
}

const ORDER: readonly Outcome[] = ['broke', 'failed', 'waiting', 'mended', 'passed', 'muted']

/** The run whose results are shown unless another is chosen: the latest one that was not skipped, else the latest. */
export const latestRun = (runs: readonly CheckRun[]): CheckRun | undefined =>
  runs.find(({ status }) => status !== 'skipped') ?? runs[0]

/** The checks sorted by their outcome in a run as in `ORDER`; equal ones keep their order. */
export function checkRows(checks: readonly Check[], results: readonly CheckResult[]): CheckRow[] {
  const byCheck = new Map(results.map((result) => [result.check_id, result]))
  const rows = checks.map((check) => {
    const told = byCheck.get(check.id)
    // A result from before the check was edited belongs to another question or expectation.
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
