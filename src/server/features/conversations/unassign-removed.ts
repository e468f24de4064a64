import type { Dependencies, EmittedEvent } from '../../context.ts'
import type { Tx } from '../../db/tables.ts'
import { isMember } from '../members/index.ts'
import { SYSTEM } from './command.ts'
import { decideAndCommit } from './commit.ts'
import { type UnassignPayload, unassignJob } from './jobs.ts'
import { lockAssigned } from './queries.ts'

const STEP = 100 // conversations per transaction, which holds their locks until its end

/** Unassigns a removed member's conversations. A job does so with many; lists show them unassigned at once. */
export async function unassignRemoved(deps: Dependencies, tx: Tx, { organizationId, event }: EmittedEvent) {
  const { type, user_id: userId } = event
  if (type !== 'member.updated' || userId === undefined) return
  if (await isMember(tx, organizationId, userId)) return
  if (await unassignSome(deps, tx, { organizationId, userId }))
    await deps.jobs.send(tx, unassignJob, { organizationId, userId })
}

/** Unassigns up to `STEP` conversations of somebody. @returns whether there may be more */
export async function unassignSome(
  deps: Dependencies,
  tx: Tx,
  { organizationId, userId }: UnassignPayload,
): Promise<boolean> {
  const rows = await lockAssigned(tx, organizationId, userId, STEP)
  for (const row of rows)
    await decideAndCommit(deps, tx, { row, pendingReply: undefined }, { kind: 'assign', assignee: null, by: SYSTEM })
  return rows.length === STEP
}
