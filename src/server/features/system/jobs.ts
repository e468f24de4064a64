import { type JobDefinition, overAnHour } from '../../platform/platform.ts'

export interface AlarmMailPayload {
  userId: string
  /** One of the rules. */
  rule: string
  detail: string
  isOver: boolean
}

/** Mails an owner that something needs somebody, or that it does no more. */
export const alarmMailJob: JobDefinition<AlarmMailPayload> = {
  name: 'system.alarm-mail',
  ...overAnHour,
  concurrency: 2,
  timeoutSeconds: 120,
}
