import { isQuiet } from '#contract/quiet-hours.ts'
import type { OwnSettings } from '#dashboard/api/own-settings.ts'
import { browserZone } from '#dashboard/lib/time.ts'

/** Whether nothing is to be shown or played now: the member is away and wants it then, or it is their quiet time. */
export function isHeldBack({ availability, notifications }: OwnSettings): boolean {
  const { only_while_available, quiet_hours } = notifications
  return (only_while_available && availability === 'away') || isQuiet(quiet_hours, browserZone(), Date.now())
}
