import { pathOf } from '#contract/globs.ts'
import type { PostContext } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { AppError, invalid, sentence } from '../../errors.ts'
import type { VerbInput, VerbResult } from '../../http/binding.ts'
import { assertAvailable, lockAgent } from '../agents/index.ts'
import { hasRoom, isCurrent } from './can-apply.ts'
import { applyJob } from './jobs.ts'
import { presentPlan } from './presenter.ts'
import { choosePages, selectPlan, selectPlanPages, selectPlans, selectPlanToChange } from './queries.ts'
import { setPlan } from './start-plan.ts'

type Page = Row<'plan_pages'>

/**
 * Queues the changes of a plan: all of them, some pages, or the pages of some folders.
 * @throws AppError 409 `plan_is_stale` if a newer plan, a crawl or somebody has changed what it is about; 422 on what
 * is no page of it, and beyond the quota; 423
 */
export function applyPlan(
  ctx: PostContext,
  { site, plan, body }: VerbInput<'applyPlan'>,
): Promise<VerbResult<'applyPlan'>> {
  return ctx.database.transaction(async (tx) => {
    const agent = await lockAgent(tx, site.agent_id)
    const current = await selectPlanToChange(tx, plan.id)
    if (!agent || !current) throw new AppError('resource_not_found')
    assertAvailable(agent)
    const [newest] = await selectPlans(tx, site.id)
    if (current.status !== 'ready' || newest?.id !== plan.id) throw new AppError('plan_is_stale')
    const chosen = chosenAmong(await selectPlanPages(tx, plan.id), body)
    if (!(await isCurrent(tx, agent.id, chosen))) throw new AppError('plan_is_stale')
    if (!(await hasRoom(ctx, tx, agent, chosen)))
      throw new AppError('subscription_limit_exceeded', { message: 'These are more pages than the plan allows.' })
    await choosePages(
      tx,
      chosen.map(({ id }) => id),
    )
    await setPlan(ctx, tx, site, plan.id, { status: 'applying', chosen: chosen.length, done: 0, failed: 0 })
    await ctx.jobs.send(tx, applyJob, { planId: plan.id, organizationId: site.organization_id })
    return ctx.answer(tx, await presentPlan(tx, (await selectPlan(tx, plan.id))!))
  })
}

/** @throws AppError 422 */
function chosenAmong(pages: readonly Page[], { pages: ids, folders }: VerbInput<'applyPlan'>['body']): readonly Page[] {
  if (ids) {
    const byId = new Map(pages.map((page) => [page.id, page]))
    const details = ids.flatMap((id, index) => {
      const field = `pages.${index}`
      return byId.has(id) ? [] : [{ field, message: sentence(field, 'is no page of this plan') }]
    })
    if (details.length > 0) throw new AppError('validation_failed', { details })
    return [...new Set(ids)].map((id) => byId.get(id)!)
  }
  if (!folders) return pages
  const chosen = pages.filter(({ url }) => folders.some((folder) => pathOf(url).startsWith(folder)))
  if (chosen.length === 0) throw invalid('folders', 'must name folders with pages of this plan')
  return chosen
}
