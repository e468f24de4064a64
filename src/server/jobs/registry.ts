import type { Dependencies } from '../context.ts'
import { conversationJobs } from '../features/conversations/jobs.ts'
import { crawlJobs } from '../features/crawls/jobs.ts'
import { sourceJobs } from '../features/sources/jobs.ts'
import { webhookJobs } from '../features/webhooks/jobs.ts'
import type { JobHandler } from '../platform/platform.ts'

/** Every job of every feature with its handler. */
export function jobHandlers(deps: Dependencies): JobHandler<never>[] {
  return [
    ...conversationJobs(deps),
    ...sourceJobs(deps),
    ...crawlJobs(deps),
    ...webhookJobs(deps),
  ] as JobHandler<never>[]
}
