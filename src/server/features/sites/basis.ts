import type { Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'
import { actionsOf } from '../actions/index.ts'
import { selectChecksOf } from '../checks/index.ts'
import { fingerprintOf } from './fingerprint.ts'

interface Basis {
  checks: readonly Row<'checks'>[]
  /** If it differs from that of an earlier moment, a trial might by now have another result. */
  fingerprint: string
}

/**
 * Reads what the trial of a plan depends on besides pages: the site's policy and patterns, the agent's settings and
 * version of knowledge, actions and checks, but not when checks are due. If the fingerprint equals that of a
 * transaction which has locked site and agent, the trial would still have the same result until it ends: whoever
 * changes any of it locks these first, except for deleting a check, which a plan can't break any more then.
 */
export async function basisOf(db: Db, site: Row<'sites'>, agent: Row<'agents'>): Promise<Basis> {
  const { policy, include, exclude } = site
  const { checks_due_at: _, ...settings } = agent
  const actions = await actionsOf(db, agent.id)
  const checks = (await selectChecksOf(db, agent.id)).filter(({ is_muted }) => is_muted === 0)
  const fingerprint = fingerprintOf(JSON.stringify([policy, include, exclude, settings, actions, checks]))
  return { checks, fingerprint }
}
