import type { Dependencies } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { Row, RowChanges } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { AppError } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import type { Verb } from '../../http/binding.ts'
import { assertAvailable, lockAgent } from '../agents/index.ts'
import { insertCrawl, removeCrawls } from '../crawls/index.ts'
import { planJob } from './jobs.ts'
import { presentPlan } from './presenter.ts'
import { changePlan, insertPlan, PLANS_KEPT, removePlans, selectPlans, selectSiteToChange } from './queries.ts'

/** Crawls for a new plan, or answers with the one under way. @throws AppError 423 if the agent is disabled */
export const createPlan: Verb<'createPlan'> = (ctx, { site }) =>
  ctx.database.transaction(async (tx) => {
    const agent = await lockAgent(tx, site.agent_id)
    const current = await selectSiteToChange(tx, site.id)
    if (!agent || !current) throw new AppError('resource_not_found')
    assertAvailable(agent)
    return ctx.answer(tx, await presentPlan(tx, await startPlan(ctx, tx, current)))
  })

/** Starts a crawl of a locked site, unless a plan is under way. @returns the plan, new or under way */
export async function startPlan(deps: Dependencies, tx: Tx, site: Row<'sites'>): Promise<Row<'plans'>> {
  const plans = await selectPlans(tx, site.id)
  const running = plans.find(({ status }) => status === 'crawling' || status === 'applying')
  if (running) return running
  const now = deps.now()
  const crawlId = newId()
  await insertCrawl(tx, {
    ...{ id: crawlId, organization_id: site.organization_id, url: site.url, status: 'pending', error: null },
    ...{ visited: 0, created_at: now, updated_at: now },
  })
  const plan: Row<'plans'> = {
    ...{ id: newId(), site_id: site.id, crawl_id: crawlId, status: 'crawling', asks: '[]', broke: '[]' },
    ...{ added: 0, changed: 0, gone: 0, unchanged: 0, chosen: 0, done: 0, failed: 0, problem: null, made_for: null },
    ...{ created_at: now, ended_at: null },
  }
  await insertPlan(tx, plan)
  const dropped = plans.slice(PLANS_KEPT - 1)
  await removePlans(
    tx,
    dropped.map(({ id }) => id),
  )
  await removeCrawls(
    tx,
    dropped.map(({ crawl_id }) => crawl_id),
  )
  await deps.jobs.send(tx, planJob, { planId: plan.id, organizationId: site.organization_id })
  await tellPlan(deps, tx, site, plan.id)
  return plan
}

export async function setPlan(
  deps: Dependencies,
  tx: Tx,
  site: Pick<Row<'sites'>, 'id' | 'organization_id'>,
  planId: string,
  changes: RowChanges<'plans'>,
): Promise<void> {
  await changePlan(tx, planId, changes)
  await tellPlan(deps, tx, site, planId)
}

export const tellPlan = (
  deps: Dependencies,
  tx: Tx,
  { id, organization_id }: Pick<Row<'sites'>, 'id' | 'organization_id'>,
  planId: string,
): Promise<void> => emit(deps, tx, organization_id, { type: 'plan.updated', site_id: id, plan_id: planId })
