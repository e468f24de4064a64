import type { Row } from '../../db/rows.ts'
import { changeOf } from '../evaluation/index.ts'

/** The totals of a run. Muted checks are left out of all of them. */
export function totalsOf(results: readonly Pick<Row<'check_results'>, 'verdict' | 'verdict_before' | 'is_muted'>[]) {
  const totals = { passed: 0, failed: 0, broke: 0, mended: 0 }
  for (const { verdict, verdict_before, is_muted } of results) {
    if (is_muted === 1) continue
    totals[verdict] += 1
    const change = changeOf(verdict_before, verdict)
    if (change) totals[change] += 1
  }
  return totals
}
