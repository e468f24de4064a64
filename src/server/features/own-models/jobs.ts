import { type JobDefinition, overAnHour } from '../../platform/platform.ts'

export interface OutagePayload {
  accountId: string
  /** When the outage began, in milliseconds. */
  since: number
}

/** Tells owners and admins that an account can't be used, unless it can again. */
export const outageJob: JobDefinition<OutagePayload> = {
  name: 'model-accounts.outage',
  ...overAnHour,
  concurrency: 4,
  timeoutSeconds: 60,
}
