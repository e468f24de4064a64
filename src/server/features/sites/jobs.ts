import type { JobDefinition } from '../../platform/platform.ts'

export interface PlanPayload {
  planId: string
  organizationId: string
}

export const PAUSE_SECONDS = 60

/** Crawls a site and makes a plan of it. An attempt after an interrupted one continues where that stopped. */
export const planJob: JobDefinition<PlanPayload> = {
  name: 'sites.plan',
  attempts: 4,
  retryDelaySeconds: [5, 20, 60],
  concurrency: 4,
  timeoutSeconds: 6 * 3_600,
  fairnessKey: ({ organizationId }) => organizationId, // one organization's large or slow sites must not delay others'
}

/** Creates, retrains and deletes a plan's sources, some pages in each job, and each in its own transaction. */
export const applyJob: JobDefinition<PlanPayload> = {
  name: 'sites.apply',
  attempts: 10,
  retryDelaySeconds: [1, 10, 60],
  concurrency: 2,
  timeoutSeconds: 3_600,
  fairnessKey: ({ organizationId }) => organizationId,
}
