import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { trainingStatuses } from './enums.ts'
import { timestamp, uuid, webUrl } from './fields.ts'
import { pageQuery } from './pagination.ts'
import { leftOutReasons } from './site-enums.ts'

const startCrawlBody = z.object({ url: webUrl() })

export const crawlTask = z.object({
  task_id: z.string(),
  status: z.enum(trainingStatuses),
  result: z
    .object({ urls: z.array(z.string()), skipped_urls: z.array(z.string()), stats: z.object({ total_urls: z.int() }) })
    .optional(),
  error: z.string().optional().meta({ description: 'Of a failed crawl alone: why, as a sentence a person can act on' }),
})

/** An address that a crawl has met and not taken for a page of the website. */
export const leftOut = z.object({ url: z.string(), reason: z.enum(leftOutReasons) })

/** A crawl as the dashboard shows it, from its start on. */
const fullCrawl = crawlTask.pick({ task_id: true, status: true }).extend({
  /** The address that it has begun at. */
  url: z.string(),
  /** The member or API key that has started it, by its present name; null if that is not known any more. */
  started_by: z.object({ type: z.enum(['member', 'key']), id: uuid, name: z.string() }).nullable(),
  /** How many pages it has found so far. */
  found: z.int(),
  created_at: timestamp,
})

export const crawlEndpoints = defineEndpoints({
  startCrawl: {
    summary: 'Discover the pages of a website',
    body: startCrawlBody,
    data: crawlTask.pick({ task_id: true, status: true }),
    errors: ['upstream_failure'],
  },
  getCrawl: {
    summary: 'Read a crawl and, once complete, what it found',
    data: crawlTask,
    errors: ['upstream_failure'],
  },
  listCrawls: {
    summary: 'List the crawls of the last 90 days but for those of websites that are kept up to date, newest first',
    query: z.object(pageQuery),
    paginated: true,
    data: z.array(fullCrawl),
  },
  getFullCrawl: {
    summary:
      'Read a crawl with what it has left out so far, and why: the first 1,000 addresses in the order it met them',
    data: fullCrawl.extend({ left_out: z.array(leftOut) }),
  },
})
