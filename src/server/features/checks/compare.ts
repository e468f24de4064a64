export type Verdict = 'passed' | 'failed'

/** A check's verdict in a run. */
export interface Judged {
  check_id: string
  verdict: Verdict
  /** Whether the check is left out of all totals. */
  isMuted: boolean
}

/** Whether a check broke (passed before and fails now) or was mended; null if neither, or `before` is undefined. */
export const changeOf = (before: Verdict | undefined, now: Verdict): 'broke' | 'mended' | null =>
  before === undefined || before === now ? null : now === 'failed' ? 'broke' : 'mended'

/** The totals of a run. `before` has the earlier verdicts to compare with, by the id of the check. */
export function totalsOf(results: readonly Judged[], before: ReadonlyMap<string, Verdict>) {
  const totals = { passed: 0, failed: 0, broke: 0, mended: 0 }
  for (const { check_id, verdict, isMuted } of results) {
    if (isMuted) continue
    totals[verdict] += 1
    const change = changeOf(before.get(check_id), verdict)
    if (change) totals[change] += 1
  }
  return totals
}
