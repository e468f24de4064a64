import type { Bindings } from '../../http/binding.ts'
import { applyPlan } from './apply-plan.ts'
import { presentPlan, presentSite, presentSites } from './presenter.ts'
import { selectPlans, selectSites } from './queries.ts'
import { getPlanPage, listPlanPages } from './read-plan.ts'
import { createSite, deleteSite, updateSite } from './save-site.ts'
import { createPlan } from './start-plan.ts'

export const siteRoutes: Bindings<
  | 'listSites'
  | 'createSite'
  | 'getSite'
  | 'updateSite'
  | 'deleteSite'
  | 'createPlan'
  | 'listPlans'
  | 'getPlan'
  | 'listPlanPages'
  | 'getPlanPage'
  | 'applyPlan'
> = {
  listSites: {
    run: async ({ database: { read } }, { organization }) =>
      presentSites(read, await selectSites(read, organization.id)),
  },
  createSite: { run: createSite },
  getSite: { run: ({ database: { read } }, { site }) => presentSite(read, site) },
  updateSite: { run: updateSite },
  deleteSite: { run: deleteSite },
  createPlan: { run: createPlan },
  listPlans: {
    run: async ({ database: { read } }, { site }) =>
      Promise.all((await selectPlans(read, site.id)).map((plan) => presentPlan(read, plan))),
  },
  getPlan: { run: ({ database: { read } }, { plan }) => presentPlan(read, plan) },
  listPlanPages: { run: listPlanPages },
  getPlanPage: { run: getPlanPage },
  applyPlan: { run: applyPlan },
}
