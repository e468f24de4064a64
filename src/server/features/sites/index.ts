import { AppError } from '../../errors.ts'
import type { Locator } from '../../http/binding.ts'
import { selectPlan, selectPlanPage, selectSite } from './queries.ts'

export { siteEventListener } from './listen-to-sources.ts'
export { startSites } from './schedule.ts'

/** @throws AppError 404 */
export const findSite: Locator<'site'> = async (ctx, id, { organization }) => {
  const site = await selectSite(ctx.database.read, id)
  if (site?.organization_id !== organization.id) throw new AppError('resource_not_found')
  return site
}

/** @throws AppError 404 */
export const findPlan: Locator<'plan'> = async (ctx, id, { site }) => {
  const plan = await selectPlan(ctx.database.read, id)
  if (plan?.site_id !== site.id) throw new AppError('resource_not_found')
  return plan
}

/** @throws AppError 404 */
export const findPlanPage: Locator<'page'> = async (ctx, id, { plan }) => {
  const page = await selectPlanPage(ctx.database.read, id)
  if (page?.plan_id !== plan.id) throw new AppError('resource_not_found')
  return page
}
