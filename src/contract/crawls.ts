import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { trainingStatuses } from './enums.ts'
import { timestamp, uuid, webUrl } from './fields.ts'
import { fullSource, source, urlSourceBody } from './sources.ts'

export const startCrawlBody = z.object({ url: webUrl() })

export const crawlTask = z.object({
  task_id: z.string(),
  status: z.enum(trainingStatuses),
  result: z
    .object({
      urls: z.array(z.string()),
      skipped_urls: z.array(z.string()),
      stats: z.object({ total_urls: z.int() }),
    })
    .optional(),
  error: z.string().optional().meta({ description: 'Of a failed crawl alone: why, as a sentence a person can act on' }),
})

/** Why the crawler does not offer a URL it has seen as a source. */
export const skipReasons = [
  'robots',
  'noindex',
  'not_html',
  'duplicate',
  'unreachable',
  'other_host',
  'redirected_away',
  'too_deep',
  'trap',
  'excluded',
  'page_limit',
  'plan_limit',
] as const

/** What every view of a crawl in the dashboard has: its state, the address it began at, and why it failed. */
const shownCrawl = crawlTask
  .pick({ task_id: true, status: true })
  .extend({ url: z.string(), error: z.string().nullable() })

/** One entry in a list of crawls, with how many sources were made from its pages and how they are doing. */
const listedCrawl = shownCrawl.extend({
  found: z.int(),
  /** The sources made from the pages this crawl found, of all agents. */
  sources: z.object({ total: z.int(), trained: z.int(), failed: z.int() }),
  created_at: timestamp,
})

export const crawlEndpoints = {
  startCrawl: defineEndpoint('startCrawl', {
    summary: 'Discover the pages of a website',
    body: startCrawlBody,
    data: crawlTask.pick({ task_id: true, status: true }),
    errors: ['upstream_failure'],
  }),
  getCrawl: defineEndpoint('getCrawl', {
    summary: 'Read a crawl and, once complete, what it found',
    data: crawlTask,
    errors: ['upstream_failure'],
  }),
  listCrawls: defineEndpoint('listCrawls', {
    summary: 'List the latest 20 crawls and what became of them, newest first',
    data: z.array(listedCrawl),
  }),
  listCrawlSources: defineEndpoint('listCrawlSources', {
    summary: 'List the sources that pages of a crawl have become, oldest first',
    data: z.array(fullSource.pick({ id: true, status: true, error: true }).extend({ agent_id: uuid, url: z.string() })),
  }),
  createCrawlSources: defineEndpoint('createCrawlSources', {
    summary: 'Make pages that a crawl found sources of an agent: all of these, or none',
    body: urlSourceBody.pick({ urls: true }),
    data: z.array(source),
    errors: ['agent_unavailable', 'subscription_limit_exceeded'],
  }),
  getFullCrawl: defineEndpoint('getFullCrawl', {
    summary: 'Read how a crawl is going, what it found once complete, and why pages were left out',
    data: shownCrawl.extend({
      progress: z.object({ visited: z.int(), found: z.int(), waiting: z.int() }),
      urls: z.array(z.string()).meta({ description: 'Empty until it is complete' }),
      skipped: z.array(z.object({ url: z.string(), reason: z.enum(skipReasons) })),
    }),
  }),
}
