import { Controller } from 'react-hook-form'
import { z } from 'zod'
import { isGlob } from '#contract/globs.ts'
import { limits } from '#contract/limits.ts'
import { sitePolicies, siteSchedules } from '#contract/site-enums.ts'
import { weekdays } from '#contract/working-hours.ts'
import { api } from '#dashboard/api/api.ts'
import { Choices } from '#dashboard/components/choice.tsx'
import { FormCard } from '#dashboard/components/form-card.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { useCardForm } from '#dashboard/components/use-card-form.ts'
import { linesOf } from '#dashboard/lib/lines.ts'
import { Select } from '#dashboard/ui/select.tsx'
import { Textarea } from '#dashboard/ui/textarea.tsx'
import type { Site } from './site-search.ts'

const globs = z
  .string()
  .refine((text) => linesOf(text).length <= limits.globs, `must have at most ${limits.globs} lines`)
  .refine(
    (text) => linesOf(text).every((line) => line.length <= limits.glob),
    `must have lines of at most ${limits.glob} characters`,
  )
  .refine((text) => linesOf(text).every(isGlob), 'must have lines that begin with / or *')

const formSchema = z.object({
  schedule: z.enum(siteSchedules),
  hour: z.string(),
  weekday: z.enum(weekdays),
  policy: z.enum(sitePolicies),
  include: globs,
  exclude: globs,
})
type Form = z.output<typeof formSchema>

const toForm = ({ schedule, hour, weekday, policy, include, exclude }: Site): Form => ({
  ...{ schedule, weekday, policy, hour: String(hour) },
  include: include.join('\n'),
  exclude: exclude.join('\n'),
})

const schedules = { off: 'Only when I ask', daily: 'Every day', weekly: 'Every week' }
const policies = {
  ask: { title: 'Ask', text: 'Each plan waits until somebody has looked through it.' },
  apply_if_green: {
    title: 'Apply it if every check still passes',
    text: 'The checks that pass are tried with the plan before anything changes. If one would break, or more than a fifth or 100 of the pages have changed, somebody is asked.',
  },
}
const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`
const upper = (word: string) => word[0]!.toUpperCase() + word.slice(1)

/** When a website is crawled, whether plans are applied automatically, and which pages are wanted. */
export function SiteSettings({ site }: { site: Site }) {
  const { form, errors, card } = useCardForm({
    schema: formSchema,
    served: toForm(site),
    toForm,
    save: api.updateSite.mutationOptions(),
    toInput: ({ hour, include, exclude, ...changed }: Partial<Form>) => ({
      params: { site: site.id },
      body: {
        ...changed,
        ...(hour !== undefined && { hour: Number(hour) }),
        ...(include !== undefined && { include: linesOf(include) }),
        ...(exclude !== undefined && { exclude: linesOf(exclude) }),
      },
    }),
  })
  const schedule = form.watch('schedule')
  return (
    <FormCard title="Keep this website up to date" {...card}>
      <div className="flex flex-wrap gap-4">
        <FormField label="Crawl it" className="w-48">
          <Select {...form.register('schedule')}>
            {siteSchedules.map((one) => (
              <option key={one} value={one}>
                {schedules[one]}
              </option>
            ))}
          </Select>
        </FormField>
        {schedule === 'weekly' && (
          <FormField label="On" className="w-40">
            <Select {...form.register('weekday')}>
              {weekdays.map((day) => (
                <option key={day} value={day}>
                  {upper(day)}
                </option>
              ))}
            </Select>
          </FormField>
        )}
        {schedule !== 'off' && (
          <FormField label="At" className="w-28">
            <Select {...form.register('hour')}>
              {Array.from({ length: 24 }, (_, hour) => (
                <option key={clock(hour)} value={hour}>
                  {clock(hour)}
                </option>
              ))}
            </Select>
          </FormField>
        )}
      </div>
      <Controller
        control={form.control}
        name="policy"
        render={({ field }) => (
          <Choices
            legend="When something has changed"
            showsLegend
            ref={field.ref}
            options={sitePolicies.map((value) => ({ value, ...policies[value] }))}
            chosen={field.value}
            onChoose={field.onChange}
          />
        )}
      />
      <FormField
        label="Only these pages"
        optional
        hint="Patterns of paths, one a line: * stands for any part of a name, ** for any folders below, as in /help/**."
        error={errors.include?.message}
      >
        <Textarea {...form.register('include')} rows={2} className="font-mono" />
      </FormField>
      <FormField
        label="Never these pages"
        optional
        hint="They are not visited. What was learnt from them is proposed to go with the next plan."
        error={errors.exclude?.message}
      >
        <Textarea {...form.register('exclude')} rows={2} className="font-mono" />
      </FormField>
    </FormCard>
  )
}
