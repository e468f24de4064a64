/* Not in `enums.ts`, which every screen of the dashboard loads. */

export const siteSchedules = ['off', 'daily', 'weekly'] as const
/** `ask`: somebody must apply it; `apply_if_green`: it is applied by itself if no `planAsks` reason exists. */
export const sitePolicies = ['ask', 'apply_if_green'] as const
export const planStatuses = ['crawling', 'ready', 'applying', 'applied', 'failed'] as const
/**
 * Why somebody is asked before a plan is applied; `proposed`, `hasty` and `unsettled` only with the policy
 * `apply_if_green`:
 * - `first`: no earlier plan of the website proposed anything, and none of its pages is a source.
 * - `policy`: the website's policy is `ask`.
 * - `gone`, `changed`: more than a fifth of the website's sources would be taken away or changed.
 * - `missing`: more than a fifth of the pages that are sources were not found or could not be read.
 * - `alike`: pages that differed say the same now or lead to one place, or several new pages say the same.
 * - `proposed`: an earlier plan proposed some of the pages to add, and nobody chose them.
 * - `hasty`: some pages would be taken away that were missing only in crawls which all began within 12 hours.
 * - `broke`: a check that passes now would not pass with the plan.
 * - `model`: the agent's model belongs to a provider, so the plan was not tried, as a provider would be paid for it.
 * - `unsettled`: the agent, its knowledge, its checks or the website's settings kept changing while the plan was tried.
 * - `large`: there are more pages than one crawl visits, than a trial with checks or going live at once allows, or than
 *   the organization's plan has room for.
 */
export const planAsks = [
  'first',
  'policy',
  'gone',
  'changed',
  'missing',
  'alike',
  'proposed',
  'hasty',
  'broke',
  'model',
  'unsettled',
  'large',
] as const
/**
 * Why a crawl has left an address of a website out:
 * - `not_found`: the website says that there is no page any more, or never was.
 * - `server_error`: it could not be read, as the website refused it or answered with an error.
 * - `robots`, `noindex`: the website asks programs to stay away, or not to show the page.
 * - `not_a_page`: there is a file. `elsewhere`: it belongs or leads to another website.
 * - `duplicate`: it says what another page says. `limit`: the crawl visits no more pages, or no more of this kind.
 */
export const leftOutReasons = [
  'not_found',
  'server_error',
  'robots',
  'noindex',
  'not_a_page',
  'elsewhere',
  'duplicate',
  'limit',
] as const
export const planPageStates = ['proposed', 'chosen', 'training', 'done', 'failed'] as const

export type SiteSchedule = (typeof siteSchedules)[number]
export type SitePolicy = (typeof sitePolicies)[number]
export type PlanStatus = (typeof planStatuses)[number]
export type PlanAsk = (typeof planAsks)[number]
export type LeftOutReason = (typeof leftOutReasons)[number]
export type PlanPageState = (typeof planPageStates)[number]
