import { z } from 'zod'
import type { Data, Input } from '#contract/index.ts'
import { type Weekday, type WorkingHours, weekdays } from '#contract/working-hours.ts'

const USUAL = { from: '09:00', to: '17:00' } // hours of a day that has just been ticked

// A browser's time field is empty until the time is typed completely.
const time = z.string().min(1, 'is required')
const day = z.object({ works: z.boolean(), from: time, to: time })

export const hoursSchema = z.object({
  time_zone: z.string().min(1, 'is required'),
  working_hours: z.record(z.enum(weekdays), day),
})

type HoursForm = z.output<typeof hoursSchema>

export function toForm({ time_zone, working_hours }: Data<'updateOrganization'>): HoursForm {
  const days = weekdays.map((name) => [name, { works: name in working_hours, ...(working_hours[name] ?? USUAL) }])
  return { time_zone, working_hours: Object.fromEntries(days) as Record<Weekday, HoursForm['working_hours'][Weekday]> }
}

export function toRequest({ time_zone, working_hours }: Partial<HoursForm>): Input<'updateOrganization'>['body'] {
  return { ...(time_zone && { time_zone }), ...(working_hours && { working_hours: workedDays(working_hours) }) }
}

function workedDays(days: HoursForm['working_hours']): WorkingHours {
  const worked = weekdays.filter((name) => days[name].works)
  return Object.fromEntries(worked.map((name) => [name, { from: days[name].from, to: days[name].to }]))
}

/** The time zones that this browser knows, with the chosen one and UTC, which not every browser lists. */
export function zonesWith(chosen: string): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', chosen])].toSorted()
}
