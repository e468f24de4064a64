import { useId, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import type { Data } from '#contract/index.ts'
import { weekdays } from '#contract/working-hours.ts'
import { api } from '#dashboard/api/api.ts'
import { FormCard } from '#dashboard/components/form-card.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { useCardForm } from '#dashboard/components/use-card-form.ts'
import { Checkbox } from '#dashboard/ui/checkbox.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import { Select } from '#dashboard/ui/select.tsx'
import { hoursSchema, toForm, toRequest, zonesWith } from './hours-form.ts'

export function HoursCard({ organization }: { organization: Data<'getOrganization'> }) {
  const { form, errors, card } = useCardForm({
    schema: hoursSchema,
    served: toForm(organization),
    toForm,
    save: api.updateOrganization.mutationOptions(),
    toInput: (changed) => ({ body: toRequest(changed) }),
  })
  const id = useId()
  const days = useWatch({ control: form.control, name: 'working_hours' })
  const zones = useMemo(() => zonesWith(organization.time_zone), [organization.time_zone])
  const isAlways = weekdays.every((day) => !days[day].works)
  return (
    <FormCard title="Hours" {...card}>
      <FormField label="Time zone" error={errors.time_zone?.message} className="max-w-sm">
        <Select {...form.register('time_zone')}>
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </Select>
      </FormField>
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1.5 font-medium">Weekdays</legend>
        {weekdays.map((day) => {
          const { works, from, to } = days[day]
          const name = nameOf(day)
          const wrong = errors.working_hours?.[day]
          return (
            <div key={day} className="flex min-h-control flex-wrap items-center gap-x-4 gap-y-1">
              <label htmlFor={`${id}-${day}`} className="flex w-32 cursor-pointer items-center gap-2.5 py-1.5">
                <Checkbox id={`${id}-${day}`} {...form.register(`working_hours.${day}.works`)} />
                {name}
              </label>
              {works ? (
                <div className="flex w-full items-center gap-2 sm:w-auto">
                  <Input
                    type="time"
                    aria-label={`${name} from`}
                    aria-invalid={wrong?.from ? true : undefined}
                    className="min-w-0 flex-1 sm:w-32 sm:flex-none"
                    {...form.register(`working_hours.${day}.from`)}
                  />
                  <span className="text-muted">to</span>
                  <Input
                    type="time"
                    aria-label={`${name} to`}
                    aria-invalid={wrong?.to ? true : undefined}
                    className="min-w-0 flex-1 sm:w-32 sm:flex-none"
                    {...form.register(`working_hours.${day}.to`)}
                  />
                </div>
              ) : (
                <span className="text-muted">{isAlways ? 'All day' : 'Closed'}</span>
              )}
              {works && from && to && to <= from && <span className="text-muted text-sm">ends the next day</span>}
              {(wrong?.from ?? wrong?.to) && (
                <span role="alert" className="text-danger text-sm">
                  Both times are required.
                </span>
              )}
            </div>
          )
        })}
      </fieldset>
      <p role="status" className="text-muted text-sm">
        {isAlways ? 'No day is ticked, so your team counts as working around the clock.' : ''}
      </p>
    </FormCard>
  )
}

const nameOf = (day: string) => day.charAt(0).toUpperCase() + day.slice(1)
