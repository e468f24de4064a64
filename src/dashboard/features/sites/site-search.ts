import { pageChanges } from '#contract/enums.ts'
import type { Data } from '#contract/index.ts'
import { among, searchReader, someText } from '#dashboard/lib/search.ts'

export type Site = Data<'getSite'>
export type Plan = Data<'getPlan'>
export type PlanPage = Data<'listPlanPages'>[number]

export const readSiteSearch = searchReader({
  /** Id of the page in the plan whose text is shown. */
  text: someText,
  /** The kind of change that is shown; undefined for all. */
  change: among(pageChanges),
  /** Words of an address or title, or a pattern of paths. */
  find: someText,
})

export type SiteSearch = ReturnType<typeof readSiteSearch>
