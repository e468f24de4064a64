import type { JobDefinition } from '../../platform/platform.ts'

export interface CrawlPayload {
  crawlId: string
  /** Absent from jobs that an older version has queued. */
  organizationId?: string
}

/** Crawls a website. A run continues where the one before was interrupted, so that no page is visited twice. */
export const crawlJob: JobDefinition<CrawlPayload> = {
  name: 'crawls.run',
  attempts: 4,
  retryDelaySeconds: [5, 20, 60],
  concurrency: 4,
  timeoutSeconds: 6 * 3_600,
  fairnessKey: ({ organizationId }) => organizationId, // one's large or slow websites must not hold up everybody else's
}
