import type { Context } from '../../context.ts'
import { organizationOf, quotaPeriod, usageOf } from '../organizations/index.ts'

export const MAXIMUM_PAGES = 10_000

/**
 * Links that a crawl may return: the plan's limit for one crawl, or its number of URL sources left if smaller.
 * @param own the number of pages that are URL sources already: to find them again uses up nothing of the plan
 */
export async function linkAllowance(ctx: Context, organizationId: string, own = 0): Promise<number> {
  const db = ctx.database.read
  const organization = await organizationOf(db, { organization_id: organizationId })
  const quotas = ctx.config.planQuotas[organization.plan]
  const usage = await usageOf(db, organizationId, quotaPeriod('urls', ctx.now()))
  const used = usage.urls ?? 0
  return Math.max(0, Math.min(quotas.crawl_links, quotas.urls - used + own))
}
