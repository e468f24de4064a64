import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { trainingStatuses } from './enums.ts'
import { webUrl } from './fields.ts'

const startCrawlBody = z.object({ url: webUrl() })

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
}
