import type { Bindings } from '../../http/binding.ts'
import { applyPlan } from './apply-plan.ts'
import { presentPlan, presentSite, presentSites } from './presenter.ts'
import { selectSites } from './queries.ts'
import { getPlanPage, listLeftOut, listPlanPages } from './read-plan.ts'
import { createSite, deleteSite, updateSite } from './save-site.ts'
import { createPlan } from './start-plan.ts'

export const siteRoutes = {
  listSites: {
    run: async ({ database: { read } }, { organization }) =>
      presentSites(read, await selectSites(read, organization.id)),
  },
  createSite: { run: createSite },
  getSite: { run: ({ database: { read } }, { site }) => presentSite(read, site) },
  updateSite: { run: updateSite },
  deleteSite: { run: deleteSite },
  createPlan: { run: createPlan },
  getPlan: { run: ({ database: { read } }, { plan }) => presentPlan(read, plan) },
  listPlanPages: { run: listPlanPages },
  listLeftOut: { run: listLeftOut },
  getPlanPage: { run: getPlanPage },
  applyPlan: { run: applyPlan },
} satisfies Partial<Bindings>
