import { z } from 'zod'
import { leftOut } from './crawls.ts'
import { defineEndpoints } from './endpoint.ts'
import { pageChanges } from './enums.ts'
import { text, timestamp, uuid, webUrl } from './fields.ts'
import { isGlob } from './globs.ts'
import { limits } from './limits.ts'
import { planAsks, planPageStates, planStatuses, sitePolicies, siteSchedules } from './site-enums.ts'
import { weekdays } from './working-hours.ts'

const globs = z
  .array(text(limits.glob).refine(isGlob, 'must begin with / or *'))
  .max(limits.globs)
  .meta({ description: '`*` stands for any characters of a path but `/`, `**` for any at all' })
const folder = text(limits.url).refine((path) => /^\/(.*\/)?$/.test(path), 'must begin and end with /')
const hour = z.int().min(0).max(23).meta({ description: 'On a clock in the organization’s time zone' })

/** What a crawl of a website would change among the agent's sources, and how far these changes have been applied. */
const plan = z.object({
  id: uuid,
  status: z.enum(planStatuses),
  counts: z.object({ added: z.int(), changed: z.int(), gone: z.int(), unchanged: z.int() }),
  /** Why somebody is asked before the plan is applied; empty during the crawl, and if there is no reason. */
  asks: z.array(z.enum(planAsks)),
  /** The checks that passed when the plan was made and would not with the plan; empty if the plan was not tried. */
  broke: z.array(z.object({ check_id: uuid, question: z.string() })),
  /** During the crawl, pages visited of those known; after it, pages done or failed, of those chosen. */
  progress: z.object({ done: z.int(), total: z.int() }),
  failed: z.int(),
  /** Why the website could not be crawled, as a sentence; null unless `status` is `failed`. */
  problem: z.string().nullable(),
  created_at: timestamp,
  ended_at: timestamp.nullable(),
})

/** A website whose pages an agent is kept up to date with. */
const site = z.object({
  id: uuid,
  url: z.string(),
  agent_id: uuid,
  include: z.array(z.string()),
  exclude: z.array(z.string()),
  schedule: z.enum(siteSchedules),
  hour: z.int(),
  weekday: z.enum(weekdays),
  policy: z.enum(sitePolicies),
  /** When it is crawled next; null: only when somebody asks for it. */
  next_at: timestamp.nullable(),
  sources: z.int(),
  /**
   * The latest plan. If its crawl failed, the latest plan whose crawl did not fail takes its place, provided that this
   * one is still open or was ended after the failed crawl began.
   */
  plan: plan.nullable(),
  /** If `plan` is not the latest one, why the latest crawl failed, as a sentence; otherwise null. */
  problem: z.string().nullable(),
  created_at: timestamp,
})

const planPage = z.object({
  id: uuid,
  url: z.string(),
  title: z.string(),
  change: z.enum(pageChanges),
  state: z.enum(planPageStates),
  /** How many lines of text the plan adds to the page and takes away from it. */
  difference: z.object({ added: z.int(), removed: z.int() }),
  source_id: uuid.nullable(),
  /** Why the page could not be applied; null unless `state` is `failed`. */
  problem: z.string().nullable(),
})

const settings = {
  include: globs.optional().meta({ description: 'Only pages whose path matches one of these; all without any' }),
  exclude: globs.optional().meta({ description: 'No pages whose path matches one of these' }),
  schedule: z.enum(siteSchedules).optional(),
  hour: hour.optional(),
  weekday: z.enum(weekdays).optional(),
  policy: z.enum(sitePolicies).optional().meta({
    description:
      '`apply_if_green` applies a plan that raises no doubt and with which every check that passes still passes, tried before it is live',
  }),
}

export const siteEndpoints = defineEndpoints({
  listSites: {
    summary: 'List the websites that agents are kept up to date with, each with its latest plan, newest first',
    data: z.array(site),
  },
  createSite: {
    summary: 'Add a website, and crawl it for its first plan',
    body: z.object({ url: webUrl(), agent_id: uuid, ...settings }),
    data: site,
    errors: ['agent_unavailable'],
  },
  getSite: { summary: 'Read a website with its latest plan', data: site },
  updateSite: {
    summary: 'Change what of a website is wanted, and when it is crawled; send only what changes',
    body: z.object(settings),
    data: site,
  },
  deleteSite: { summary: 'Forget a website. The sources made from its pages stay' },
  createPlan: {
    summary: 'Crawl a website for a new plan; while one is crawled or applied, that one is the answer',
    data: plan,
    errors: ['agent_unavailable'],
  },
  getPlan: { summary: 'Follow a plan', data: plan },
  listPlanPages: {
    summary: 'List the pages that a plan adds, changes or takes away, in the order of the website',
    query: z.object({ change: z.enum(pageChanges).optional() }),
    data: z.array(planPage),
  },
  listLeftOut: {
    summary: 'List what the crawl for a plan has left out, and why: the first 1,000 addresses in the order it met them',
    data: z.array(leftOut),
  },
  getPlanPage: {
    summary: 'Read what a page of a plan said before, and what it says now',
    data: planPage.extend({ before: z.string().nullable(), after: z.string().nullable() }),
  },
  applyPlan: {
    summary: 'Apply a plan: all of it, some pages, or the pages of some folders',
    body: z
      .object({
        all: z.literal(true).optional(),
        pages: z.array(uuid).min(1).max(limits.planPages).optional(),
        folders: z.array(folder).min(1).max(limits.planFolders).optional(),
      })
      .refine((body) => [body.all, body.pages, body.folders].filter(Boolean).length === 1, {
        message: 'must have one of all, pages and folders',
      })
      .meta({ description: 'A folder is the beginning of a path that ends in a slash: `/help/`' }),
    data: plan,
    errors: ['plan_is_stale', 'agent_unavailable', 'subscription_limit_exceeded'],
  },
})
