import type { GapState } from '#contract/enums.ts'
import { addToCounters, readCounters, sumCounters } from '../../db/counters.ts'
import type { Db, Tx } from '../../db/tables.ts'

const VERSIONS = 'gap_versions'

/** Updates how many gaps an agent has in each state. `before` is null for a new gap, `after` for a deleted one. */
export async function countGap(
  tx: Tx,
  agentId: string,
  before: GapState | null,
  after: GapState | null,
): Promise<void> {
  if (before === after) return
  await addToCounters(tx, agentId, {
    ...(before && { [`gaps:${before}`]: -1 }),
    ...(after && { [`gaps:${after}`]: 1 }),
  })
}

/** Without a state, those that are `answered_now` are left out. */
export async function totalGaps(db: Db, agentId: string, state: GapState | undefined): Promise<number> {
  if (state) return sumCounters(db, agentId, `gaps:${state}`)
  return (await sumCounters(db, agentId, 'gaps:*')) - (await sumCounters(db, agentId, 'gaps:answered_now'))
}

/** A number greater than the version of any of the agent's gaps. The transaction must hold the lock of `lockGaps`. */
export async function nextVersion(tx: Tx, agentId: string): Promise<number> {
  await addToCounters(tx, agentId, { [VERSIONS]: 1 })
  return (await readCounters(tx, agentId, [VERSIONS]))[VERSIONS] ?? 1
}
