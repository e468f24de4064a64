import type { Context, Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { organizationOf, quotaPeriod, usageOf } from '../organizations/index.ts'
import { pagesOfAgent } from '../sources/index.ts'
import { fingerprintOf } from './compare-pages.ts'
import { applyJob } from './jobs.ts'
import { countPages, forgetTexts, selectChosen, selectOwnSources, selectPlanToChange, selectSite } from './queries.ts'
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

type Page = Pick<Row<'plan_pages'>, 'change_name' | 'url' | 'source_id' | 'source_version'>
type Change = Pick<Page, 'change_name'>

/** Whether the sources of these pages are as when the plan was made, and pages to add still have none. */
export async function isCurrent(tx: Tx, agentId: string, pages: readonly Page[]): Promise<boolean> {
  const versions = new Map<string, number>()
  const addresses = new Set<string>()
  for await (const sources of pagesOfAgent(tx, agentId))
    for (const { id, version, content } of sources) {
      versions.set(id, version)
      addresses.add(content)
    }
  return pages.every(({ change_name, source_id, source_version, url }) =>
    change_name === 'added' ? !addresses.has(url) : versions.get(source_id ?? '') === source_version,
  )
}

/** A fingerprint of a site's sources, which changes when one is edited, trained anew with another text, or deleted. */
export const sourcesOf = async (db: Db, siteId: string): Promise<string> =>
  fingerprintOf(JSON.stringify(await selectOwnSources(db, siteId)))

/** Whether the organization's quota has room for the pages that are added, once those that are gone are deleted. */
export async function hasRoom(
  ctx: Pick<Context, 'config' | 'now'>,
  db: Db,
  agent: Pick<Row<'agents'>, 'organization_id'>,
  pages: readonly Change[],
): Promise<boolean> {
  const added = pages.filter(({ change_name }) => change_name === 'added').length
  const gone = pages.filter(({ change_name }) => change_name === 'gone').length
  const organization = await organizationOf(db, agent)
  const { urls = 0 } = await usageOf(db, organization.id, quotaPeriod('urls', ctx.now()))
  return urls - gone + added <= ctx.config.planQuotas[organization.plan].urls || added === 0
}
