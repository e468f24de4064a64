import { type PageChange, pageChanges } from '#contract/enums.ts'
import type { Data } from '#contract/index.ts'
import { oneOf, someText } from '#dashboard/lib/search.ts'

export type Site = Data<'getSite'>
export type Plan = Data<'getPlan'>
export type PlanPage = Data<'listPlanPages'>[number]

export interface SiteSearch {
  /** Id of the page in the plan whose text is shown. */
  text?: string | undefined
  /** The kind of change that is shown; undefined for all. */
  change?: PageChange | undefined
  /** Words of an address or title, or a pattern of paths. */
  find?: string | undefined
}

export function readSiteSearch(search: Record<string, unknown>): SiteSearch {
  return { text: someText(search.text), change: oneOf(search.change, pageChanges), find: someText(search.find) }
}
