import { type SourceType, sourceTypes, type TrainingStatus, trainingStatuses } from '#contract/enums.ts'
import { addToCounters, readCounters, sumCounters } from '../../db/counters.ts'
import type { Row } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import type { SourceFilter } from './queries.ts'

type Counted = Pick<Row<'sources'>, 'type' | 'status' | 'is_draft'>

/** Name of a counter that increases with every change that a list of sources could show. */
const CHANGES = 'source_changes'

const nameOf = (source: Counted) => `sources:${source.type}:${source.status}`

/**
 * Updates an agent's totals after sources were created (in `after`), deleted (in `before`) or changed (in both), and
 * marks the list as changed; with neither it only marks the list. Drafts are not in the list and don't count.
 */
export async function countSources(
  tx: Tx,
  agentId: string,
  before: readonly Counted[],
  after: readonly Counted[],
): Promise<void> {
  const deltas: Record<string, number> = { [CHANGES]: 1 }
  const add = (source: Counted, delta: number) => {
    if (!source.is_draft) deltas[nameOf(source)] = (deltas[nameOf(source)] ?? 0) + delta
  }
  for (const source of before) add(source, -1)
  for (const source of after) add(source, 1)
  await addToCounters(tx, agentId, deltas)
}

export function totalSources(db: Db, agentId: string, filter: SourceFilter): Promise<number> {
  return sumCounters(db, agentId, `sources:${filter.type ?? '*'}:${filter.status ?? '*'}`)
}

/** How many of an agent's sources, of one type or all, are in each state. */
export async function totalsOfSources(db: Db, agentId: string, type: SourceType | undefined) {
  const totals = await readCounters(db, agentId)
  const of = (status: TrainingStatus) =>
    sourceTypes.reduce((sum, one) => {
      const isAsked = type === undefined || one === type
      return sum + (isAsked ? (totals[`sources:${one}:${status}`] ?? 0) : 0)
    }, 0)
  const counted = trainingStatuses.map((status) => [status, of(status)] as const)
  return Object.fromEntries(counted) as Record<TrainingStatus, number>
}

/** A text for the ETag of a list of sources, which changes whenever any page of the list could change. */
export async function versionOfSources(db: Db, agentId: string): Promise<string> {
  return String((await readCounters(db, agentId, [CHANGES]))[CHANGES])
}
