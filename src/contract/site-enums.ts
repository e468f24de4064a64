/*
 * The fixed sets of words of websites that are kept and of their plans. They stand apart from `enums.ts`, which every first visit of the dashboard
 * loads: no address names one of these.
 */

/** When a website is crawled anew without being asked. */
export const siteSchedules = ['off', 'daily', 'weekly'] as const
/** What is done with a plan: somebody is asked, or it is applied if every check that passes still passes with it. */
export const sitePolicies = ['ask', 'apply_if_green'] as const
export const planStatuses = ['crawling', 'ready', 'applying', 'applied', 'failed'] as const
/**
 * Why somebody is asked before a plan is applied. `first`: it is the website's first; `policy`: the website always asks;
 * `gone`, `changed`, `missing`: more than a fifth of the pages; `alike`: pages that differed say the same now or lead to one
 * place, or several new ones say the same; `proposed`: pages to add that were proposed before and not taken; `hasty`: pages to
 * take away that were missing only in crawls within hours of one another; `broke`: a check would no longer pass; `model`: the
 * model of a provider could not be tried; `unsettled`: the agent, its checks or the website's settings kept changing while the
 * plan was tried; `large`: more pages than a crawl visits, than checks are tried with or go live at once, or than the
 * organization has room for.
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
export const planPageStates = ['proposed', 'chosen', 'training', 'done', 'failed'] as const

export type SiteSchedule = (typeof siteSchedules)[number]
export type SitePolicy = (typeof sitePolicies)[number]
export type PlanStatus = (typeof planStatuses)[number]
export type PlanAsk = (typeof planAsks)[number]
export type PlanPageState = (typeof planPageStates)[number]
