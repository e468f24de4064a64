import type { AlarmRule } from '#contract/enums.ts'
import type { Milliseconds } from './types.ts'

interface Alarms {
  rule: AlarmRule
  since: Milliseconds
  /** When a process last saw that it holds. */
  seen_at: Milliseconds
  /** What is wrong, in a sentence without anything of visitors. */
  detail: string
}

/** What needs somebody at the moment. */
export interface AlarmTables {
  alarms: Alarms
}
