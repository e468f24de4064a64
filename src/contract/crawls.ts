import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { webUrl } from './fields.ts'
import { trainingStatuses } from './sources.ts'

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

/** Why a URL that was seen is not offered as a source. */
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
  'page_limit',
  'plan_limit',
] as const

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
  getCrawlReport: defineEndpoint('getCrawlReport', {
    summary: 'Read how a crawl is going, and why pages were left out',
    data: z.object({
      task_id: z.string(),
      url: z.string(),
      status: z.enum(trainingStatuses),
      error: z.string().nullable(),
      progress: z.object({ visited: z.int(), found: z.int(), waiting: z.int() }),
      skipped: z.array(z.object({ url: z.string(), reason: z.enum(skipReasons) })),
    }),
  }),
}
