import { pathOf } from '#contract/globs.ts'
import type { PostContext } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { AppError, invalid, sentence } from '../../errors.ts'
import type { VerbInput, VerbResult } from '../../http/binding.ts'
import { assertAvailable, lockAgent } from '../agents/index.ts'
import { organizationOf, quotaPeriod, usageOf } from '../organizations/index.ts'
import { pagesOfAgent } from '../sources/index.ts'
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
    await assertCurrent(tx, agent.id, chosen)
    await assertRoom(ctx, tx, agent, chosen)
    await choosePages(
      tx,
      chosen.map(({ id }) => id),
    )
    await setPlan(ctx, tx, site, plan.id, { status: 'applying', chosen: chosen.length, done: 0, failed: 0 })
    await ctx.jobs.send(tx, applyJob, { planId: plan.id })
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

/** @throws AppError 409 unless the agent's sources are as they were when the plan was made, where it changes them */
async function assertCurrent(tx: Tx, agentId: string, chosen: readonly Page[]): Promise<void> {
  const versions = new Map<string, number>()
  const addresses = new Set<string>()
  for await (const sources of pagesOfAgent(tx, agentId))
    for (const { id, version, content } of sources) {
      versions.set(id, version)
      addresses.add(content)
    }
  const isCurrent = ({ change_name, source_id, source_version, url }: Page) =>
    change_name === 'added' ? !addresses.has(url) : versions.get(source_id ?? '') === source_version
  if (!chosen.every(isCurrent)) throw new AppError('plan_is_stale')
}

/** @throws AppError 422 `subscription_limit_exceeded` if the plan has no room for the pages that are added */
async function assertRoom(ctx: PostContext, tx: Tx, agent: Row<'agents'>, chosen: readonly Page[]): Promise<void> {
  const added = chosen.filter(({ change_name }) => change_name === 'added').length
  const gone = chosen.filter(({ change_name }) => change_name === 'gone').length
  const organization = await organizationOf(tx, agent)
  const { urls = 0 } = await usageOf(tx, organization.id, quotaPeriod('urls', ctx.now()))
  if (urls - gone + added <= ctx.config.planQuotas[organization.plan].urls || added === 0) return
  throw new AppError('subscription_limit_exceeded', { message: 'These are more pages than the plan allows.' })
}
