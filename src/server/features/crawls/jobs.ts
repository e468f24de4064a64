import type { JobDefinition } from '../../platform/platform.ts'

export interface CrawlPayload {
  crawlId: string
}

/** A run goes on where the one before was cut off, so it is only ever repeated for what is left. */
export const crawlJob: JobDefinition<CrawlPayload> = {
  name: 'crawls.run',
  attempts: 4,
  retryDelaySeconds: [5, 20, 60],
  concurrency: 4,
  timeoutSeconds: 6 * 3_600,
}
