import type { JobDefinition } from '../../platform/platform.ts'

/** Crawls a website. Another attempt continues from what the last one saved, and visits only the other pages. */
export const crawlJob: JobDefinition<{ crawlId: string; organizationId: string }> = {
  name: 'crawls.run',
  attempts: 4,
  retryDelaySeconds: [5, 20, 60],
  concurrency: 4,
  timeoutSeconds: 6 * 3_600,
  fairnessKey: ({ organizationId }) => organizationId, // one organization's large or slow sites must not delay others'
}
