import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { AppError } from '../../errors.ts'
import type { LocatedOrganization } from '../../http/binding.ts'
import { selectPlan, selectPlanPage, selectSite } from './queries.ts'

export { siteEventListener } from './listen-to-sources.ts'
export { startSites } from './schedule.ts'

/** @throws AppError 404 */
export async function findSite(ctx: Context, organization: LocatedOrganization, id: string): Promise<Row<'sites'>> {
  const site = await selectSite(ctx.database.read, id)
  if (site?.organization_id !== organization.id) throw new AppError('resource_not_found')
  return site
}

/** @throws AppError 404 */
export async function findPlan(ctx: Context, site: Row<'sites'>, id: string): Promise<Row<'plans'>> {
  const plan = await selectPlan(ctx.database.read, id)
  if (plan?.site_id !== site.id) throw new AppError('resource_not_found')
  return plan
}

/** @throws AppError 404 */
export async function findPlanPage(ctx: Context, plan: Row<'plans'>, id: string): Promise<Row<'plan_pages'>> {
  const page = await selectPlanPage(ctx.database.read, id)
  if (page?.plan_id !== plan.id) throw new AppError('resource_not_found')
  return page
}
