import type { Dependencies, EmittedEvent } from '../../context.ts'
import type { Tx } from '../../db/tables.ts'
import { isMember } from '../members/index.ts'
import { SYSTEM } from './command.ts'
import { commit } from './commit.ts'
import { decide } from './decide.ts'
import { type UnassignPayload, unassignJob } from './jobs.ts'
import { lockAssigned } from './queries.ts'
import { worldOf } from './world.ts'

const STEP = 100 // conversations per transaction, which holds their locks until its end

/**
 * Leaves nobody's what a removed member had, in the transaction that removes them. Where that is much, a job goes on
 * with the rest; meanwhile the lists show nobody as the assignee, as they look for the membership.
 */
export async function unassignRemoved(deps: Dependencies, tx: Tx, { organizationId, event }: EmittedEvent) {
  const { type, user_id: userId } = event
  if (type !== 'member.updated' || userId === undefined) return
  if (await isMember(tx, organizationId, userId)) return
  if (await unassignSome(deps, tx, { organizationId, userId }))
    await deps.jobs.send(tx, unassignJob, { organizationId, userId })
}

/** @returns whether there may be more */
export async function unassignSome(
  deps: Dependencies,
  tx: Tx,
  { organizationId, userId }: UnassignPayload,
): Promise<boolean> {
  const rows = await lockAssigned(tx, organizationId, userId, STEP)
  for (const row of rows)
    await commit(
      deps,
      tx,
      decide({ row, pendingReply: undefined }, { kind: 'assign', assignee: null, by: SYSTEM }, worldOf(deps)),
    )
  return rows.length === STEP
}
