import type { Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'
import { actionsOf } from '../actions/index.ts'
import { selectChecksOf } from '../checks/index.ts'
import { fingerprintOf } from './fingerprint.ts'

/** What the trial of a plan rests on. */
export interface Basis {
  /** The checks that count. */
  checks: readonly Row<'checks'>[]
  /** Another one whenever the trial might have come to something else. */
  fingerprint: string
}

/**
 * Reads what the trial of a plan rests on beside the website's pages: what the site wants, all of the agent's row (its
 * settings, and the version of its knowledge, which increases with every change of a passage), its actions and its checks.
 *
 * If the fingerprint from before a trial is that of a transaction which has locked site and agent, then nothing has changed in
 * between, as the versions and times in it never go back; and nothing can before the transaction ends, because whoever
 * changes any of it locks the site or the agent first. When checks are due is no setting, so it is left out.
 */
export async function basisOf(db: Db, site: Row<'sites'>, agent: Row<'agents'>): Promise<Basis> {
  const { policy, include, exclude } = site
  const { checks_due_at: _, ...settings } = agent
  const actions = await actionsOf(db, agent.id)
  const checks = (await selectChecksOf(db, agent.id)).filter(({ is_muted }) => is_muted === 0)
  const fingerprint = fingerprintOf(JSON.stringify([policy, include, exclude, settings, actions, checks]))
  return { checks, fingerprint }
}
