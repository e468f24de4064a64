import { type Dependencies, systemContext } from '../../context.ts'
import type { JobDefinition, JobHandler } from '../../platform/platform.ts'
import { crawlHandler } from './run-crawl.job.ts'

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

export function crawlJobs(deps: Dependencies): JobHandler<CrawlPayload>[] {
  return [crawlHandler(systemContext(deps))]
}
