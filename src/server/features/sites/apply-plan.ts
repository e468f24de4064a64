import { isWanted, pathOf } from '#contract/globs.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { AppError, invalid, sentence } from '../../errors.ts'
import type { Verb, VerbInput } from '../../http/binding.ts'
import { assertAvailable, lockAgent } from '../agents/index.ts'
import { hasRoom, isCurrent, sourcesOf } from './can-apply.ts'
import { applyJob } from './jobs.ts'
import { presentPlan } from './presenter.ts'
import {
  choosePages,
  selectPlan,
  selectPlanPages,
  selectPlans,
  selectPlanToChange,
  selectReadAfter,
  selectSite,
  selectSitePages,
} from './queries.ts'
import { wantedBy } from './site-pages.ts'
import { setPlan } from './start-plan.ts'

type Page = Row<'plan_pages'>

/**
 * Queues the changes of a plan: all of them, some pages, or the pages of some folders. A page is left out if the site's
 * patterns have been edited since the plan was made and no longer ask for its change.
 * @throws AppError 409 `plan_is_stale` if the plan is not ready, is not the latest (failed ones do not count) or has no
 * page left, or if a page of it or any source of the site has changed since; 422 `validation_failed` for pages or folders that are not
 * in it; 422 `subscription_limit_exceeded` beyond the quota; 423 `agent_unavailable` if the agent is disabled
 */
export const applyPlan: Verb<'applyPlan'> = (ctx, { site, plan, body }) =>
  ctx.database.transaction(async (tx) => {
    const agent = await lockAgent(tx, site.agent_id)
    const current = await selectPlanToChange(tx, plan.id)
    if (!agent || !current) throw new AppError('resource_not_found')
    assertAvailable(agent)
    const newer = (await selectPlans(tx, site.id)).filter(({ id }) => id > plan.id)
    if (current.status !== 'ready' || newer.some(({ status }) => status !== 'failed'))
      throw new AppError('plan_is_stale')
    const chosen = await stillWanted(tx, site.id, chosenAmong(await selectPlanPages(tx, plan.id), body))
    // A later crawl that failed may have read pages again, whose texts are then not those that somebody looked at.
    const readAnew = newer.length > 0 ? await selectReadAfter(tx, site.id, newer.at(-1)!.created_at) : new Set()
    const isAsSeen = chosen.every(({ url, change_name }) => change_name === 'gone' || !readAnew.has(url))
    const isForTheseSources = current.made_for === (await sourcesOf(tx, site.id))
    if (chosen.length === 0 || !isForTheseSources || !isAsSeen || !(await isCurrent(tx, agent.id, chosen)))
      throw new AppError('plan_is_stale')
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

/** The pages of a plan whose change the site's patterns, as they are now, still ask for. */
async function stillWanted(tx: Tx, siteId: string, pages: readonly Page[]): Promise<readonly Page[]> {
  const site = await selectSite(tx, siteId)
  if (!site) return []
  const wanted = wantedBy(site)
  const known = new Map((await selectSitePages(tx, siteId)).map((page) => [page.url, page]))
  // A page is gone because crawls did not find it (`missing` is above 0), or only because patterns left it out
  // (`missing` is 0); in the second case it stays if the patterns include it now.
  return pages.filter(({ url, change_name }) =>
    change_name === 'gone' ? !isWanted(wanted, url) || (known.get(url)?.missing ?? 1) > 0 : isWanted(wanted, url),
  )
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
