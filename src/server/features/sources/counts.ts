import { addToCounters, readCounters, sumCounters } from '../../db/counters.ts'
import type { Row } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import type { SourceFilter } from './queries.ts'

type Counted = Pick<Row<'sources'>, 'type' | 'status' | 'is_draft'>

/** A counter that increases with every change that a list of sources could show. */
const CHANGES = 'source_changes'

const nameOf = (source: Counted) => `sources:${source.type}:${source.status}`

/**
 * Updates an agent's totals when sources are created (`after`), deleted (`before`) or changed (both), and marks the
 * list as changed. Drafts are in no list and are not counted.
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

/** The total of a filtered list of sources, read from counters. */
export function totalSources(db: Db, agentId: string, filter: SourceFilter): Promise<number> {
  return sumCounters(db, agentId, `sources:${filter.type ?? '*'}:${filter.status ?? '*'}`)
}

/** A text that changes whenever a page of the list could change. */
export async function versionOfSources(db: Db, agentId: string): Promise<string> {
  return String((await readCounters(db, agentId, [CHANGES]))[CHANGES])
}
