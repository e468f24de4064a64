import type { EventListener } from '../../context.ts'
import { finishPlan } from './finish-plan.ts'
import { changePlanPage, selectSitesOfAgent, selectTraining } from './queries.ts'
import { forgetSite } from './save-site.ts'
import { moveSchedules } from './schedule.ts'

/** Notes the end of trainings in plans, forgets deleted agents' sites, and reschedules after a new time zone. */
export const siteEventListener: EventListener = async (deps, tx, { organizationId, event }) => {
  const { type, source_id, agent_id } = event
  if (type === 'organization.updated') await moveSchedules(deps, tx, organizationId)
  if (type === 'agent.deleted' && agent_id)
    for (const { id } of await selectSitesOfAgent(tx, agent_id)) await forgetSite(tx, id)
  if ((type !== 'source.updated' && type !== 'source.deleted') || !source_id) return
  for (const { id, plan_id, status, error } of await selectTraining(tx, source_id)) {
    if (status === 'pending' || status === 'processing') continue
    if (status === 'failed') await changePlanPage(tx, id, { state: 'failed', problem: error })
    else await changePlanPage(tx, id, { state: 'done' })
    await finishPlan(deps, tx, plan_id)
  }
}
