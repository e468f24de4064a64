import type { Dependencies } from '../../context.ts'
import type { Tx } from '../../db/tables.ts'
import { applyJob } from './jobs.ts'
import { countPages, forgetTexts, selectChosen, selectPlanToChange, selectSite } from './queries.ts'
import { setPlan } from './start-plan.ts'

/**
 * Updates a plan's progress, and ends it once each of its chosen pages is done or has failed. Once no page is being
 * trained and the only ones left are those that are gone, queues the job that deletes them.
 */
export async function finishPlan(deps: Dependencies, tx: Tx, planId: string): Promise<void> {
  const plan = await selectPlanToChange(tx, planId) // locked first, to count what others have committed
  const site = plan && (await selectSite(tx, plan.site_id))
  if (!site || plan.status !== 'applying') return
  const { chosen, training, done, failed } = await countPages(tx, planId)
  const counts = { done: done + failed, failed }
  if (chosen + training > 0) {
    const isGoneNext =
      training === 0 && (await selectChosen(tx, planId)).every(({ change_name }) => change_name === 'gone')
    if (isGoneNext) await deps.jobs.send(tx, applyJob, { planId, organizationId: site.organization_id })
    return setPlan(deps, tx, site, planId, counts)
  }
  await setPlan(deps, tx, site, planId, { ...counts, status: 'applied', ended_at: deps.now() })
  await forgetTexts(tx, site.id, planId)
}
