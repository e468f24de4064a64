import type { Data } from '#contract/index.ts'
import type { Row } from '../../db/rows.ts'
import { isoTime, isoTimeOrNull } from '../../db/time.ts'
import { changeOf } from '../evaluation/index.ts'

export function presentCheck(row: Row<'checks'>): Data<'getCheck'> {
  const { id, question, expects, cites } = row
  return {
    id,
    question,
    expects,
    facts: JSON.parse(row.facts),
    cites,
    muted: row.is_muted === 1,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  }
}

export function presentRun(row: Row<'check_runs'>): Data<'createCheckRun'> {
  const { id, status, trigger_name, total, asked, passed, failed, broke, mended } = row
  return {
    ...{ id, status, trigger: trigger_name, total, asked, passed, failed, broke, mended },
    created_at: isoTime(row.created_at),
    ended_at: isoTimeOrNull(row.ended_at),
  }
}

export function presentResult(row: Row<'check_results'>): Data<'getCheckRun'>['results'][number] {
  const { check_id, question, verdict, decision, reply, model, knowledge_version, latency_ms } = row
  return {
    ...{ check_id, question, verdict, decision, reply, model, knowledge_version, latency_ms },
    muted: row.is_muted === 1,
    change: changeOf(row.verdict_before, verdict),
    problems: JSON.parse(row.problems),
    citations: JSON.parse(row.citations),
    created_at: isoTime(row.created_at),
  }
}

/** A sort key for a run's results: checks that broke (0), others that fail (1), those that pass (2), muted ones (3). */
export function placeOf({ verdict, change, muted }: Data<'getCheckRun'>['results'][number]): number {
  if (muted) return 3
  if (verdict === 'passed') return 2
  return change === 'broke' ? 0 : 1
}
