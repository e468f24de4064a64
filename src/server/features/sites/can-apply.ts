import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { organizationOf, quotaPeriod, usageOf } from '../organizations/index.ts'
import { pagesOfAgent } from '../sources/index.ts'
import { fingerprintOf } from './fingerprint.ts'
import { selectOwnSources } from './queries.ts'

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
export async function sourcesOf(db: Db, siteId: string): Promise<string> {
  return fingerprintOf(JSON.stringify(await selectOwnSources(db, siteId)))
}

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
