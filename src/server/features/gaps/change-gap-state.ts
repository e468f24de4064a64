import type { GapState } from '#contract/enums.ts'
import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { emit } from '../../events/emit.ts'
import { countGap } from './counts.ts'
import { lockGaps } from './lock-gaps.ts'
import { changeGap, selectGap } from './queries.ts'

/**
 * Sets a gap's state; with `from`, only if it is in that state, and with `version`, only if no question has come since.
 * @returns whether the gap is still there
 */
export async function changeGapState(
  deps: Dependencies,
  tx: Tx,
  agent: Pick<Row<'agents'>, 'id' | 'organization_id'>,
  id: string,
  { from, to, version }: { from?: GapState; to: GapState; version?: number },
): Promise<boolean> {
  await lockGaps(tx, agent.id)
  const before = await selectGap(tx, id)
  if (!before) return false
  if (before.state === to || (from && before.state !== from)) return true
  if (version !== undefined && before.version !== version) return true
  await changeGap(tx, id, { state: to })
  await countGap(tx, agent.id, before.state, to)
  await emit(deps, tx, agent.organization_id, { type: 'gap.updated', agent_id: agent.id, gap_id: id })
  return true
}
