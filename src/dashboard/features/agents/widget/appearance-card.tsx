import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { z } from 'zod'
import { text } from '#contract/fields.ts'
import type { Data } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import { widgetLaunchers, widgetLocales, widgetPositions, widgetThemes } from '#contract/widget-enums.ts'
import { api } from '#dashboard/api/api.ts'
import { FormCard } from '#dashboard/components/form-card.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { useCardForm } from '#dashboard/components/use-card-form.ts'
import { linesOf } from '#dashboard/lib/lines.ts'
import { Input } from '#dashboard/ui/input.tsx'
import { Select } from '#dashboard/ui/select.tsx'
import { Textarea } from '#dashboard/ui/textarea.tsx'
import { ColorField } from './color-field.tsx'
import { LogoField } from './logo-field.tsx'
import type { Look } from './preview.tsx'

type Settings = Data<'getAgentSettings'>

const PAGE_LANGUAGE = 'page'

const schema = z.object({
  accent_color: z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #2563eb'),
  theme: z.enum(widgetThemes),
  position: z.enum(widgetPositions),
  launcher: z.enum(widgetLaunchers),
  launcher_text: text(limits.launcherText, 0),
  greeting: text(limits.agentGreeting),
  starters: z
    .string()
    .refine((value) => linesOf(value).length <= limits.starters, `must be at most ${limits.starters} lines`)
    .refine(
      (value) => linesOf(value).every((line) => text(limits.starter).safeParse(line).success),
      `must have lines of at most ${limits.starter} characters`,
    ),
  away_text: text(limits.awayText, 0),
  locale: z.enum([PAGE_LANGUAGE, ...widgetLocales]),
})

type Values = z.output<typeof schema>

const toForm = ({ appearance: { logo_url: _, ...look }, greeting, starters, away_text, locale }: Settings): Values => ({
  ...look,
  greeting,
  starters: starters.join('\n'),
  away_text,
  locale: locale ?? PAGE_LANGUAGE,
})

/** The body of the request: the changed fields alone. */
function bodyOf({ greeting, starters, away_text, locale, ...look }: Partial<Values>) {
  return {
    ...(Object.keys(look).length > 0 && { appearance: look }),
    ...(greeting !== undefined && { greeting }),
    ...(starters !== undefined && { starters: linesOf(starters) }),
    ...(away_text !== undefined && { away_text }),
    ...(locale !== undefined && { locale: locale === PAGE_LANGUAGE ? null : locale }),
  }
}

/** How the chat looks with the form's values; the saved accent colour is used while the typed one is not valid. */
function lookOf(values: Values, { appearance }: Settings): Look {
  const { greeting, starters, away_text, locale, ...look } = values
  const { accent_color } = schema.shape.accent_color.safeParse(look.accent_color).success ? look : appearance
  const { logo_url } = appearance
  return {
    appearance: { ...look, accent_color, logo_url },
    greeting,
    starters: linesOf(starters).slice(0, limits.starters),
    away_text,
    locale: locale === PAGE_LANGUAGE ? null : locale,
  }
}

const languageNames = new Intl.DisplayNames(['en'], { type: 'language' })

interface AppearanceCardProps {
  agentId: string
  settings: Settings
  /** Called with how the chat would look, at first and after each change in the form. */
  onLook: (look: Look) => void
}

export function AppearanceCard({ agentId, settings, onLook }: AppearanceCardProps) {
  const { form, errors, card } = useCardForm({
    schema,
    served: toForm(settings),
    toForm,
    save: api.updateAgentSettings.mutationOptions(),
    toInput: (changed) => ({ params: { agent: agentId }, body: bodyOf(changed) }),
  })
  const shown = lookOf(form.watch() as Values, settings)
  const look = JSON.stringify(shown)
  useEffect(() => onLook(JSON.parse(look)), [look, onLook])
  return (
    <FormCard title="Appearance" scope="agent:edit" {...card}>
      <LogoField agentId={agentId} logoUrl={settings.appearance.logo_url} />
      <ColorField
        register={form.register('accent_color')}
        shown={shown.appearance.accent_color}
        error={errors.accent_color?.message}
        onPick={(color) => form.setValue('accent_color', color, { shouldDirty: true, shouldValidate: true })}
      />
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2">
        <FormField label="Theme">
          <Select {...form.register('theme')}>
            <option value="auto">The visitor’s</option>
            <option value="light">Light</option>
            <option value="dark">Dark</option>
          </Select>
        </FormField>
        <FormField label="Side">
          <Select {...form.register('position')}>
            <option value="right">Right</option>
            <option value="left">Left</option>
          </Select>
        </FormField>
        <FormField label="Language">
          <Select {...form.register('locale')}>
            <option value={PAGE_LANGUAGE}>The page’s</option>
            {widgetLocales.map((locale) => (
              <option key={locale} value={locale}>
                {languageNames.of(locale)}
              </option>
            ))}
          </Select>
        </FormField>
        <FormField label="Show on the button">
          <Select {...form.register('launcher')}>
            <option value="icon">An icon</option>
            <option value="text">A text</option>
          </Select>
        </FormField>
        <FormField label="Text of the button" optional error={errors.launcher_text?.message}>
          <Input {...form.register('launcher_text')} />
        </FormField>
      </div>
      <FormField
        label="Greeting"
        hint="The first message of every new conversation. Whether AI or people answer always stands below the agent’s name."
        error={errors.greeting?.message}
      >
        <Textarea {...form.register('greeting')} rows={2} />
      </FormField>
      <FormField
        label="Questions to begin with"
        optional
        hint="One a line, up to six. A visitor taps one to ask it."
        error={errors.starters?.message}
      >
        <Textarea {...form.register('starters')} rows={3} />
      </FormField>
      <FormField
        label="When nobody is there"
        optional
        hint={
          <>
            Told to visitors who wait for a person; a usual sentence where this is empty.{' '}
            {settings.continuity_mailbox_id
              ? 'Whoever leaves an address and the page gets the answer by mail:'
              : 'The answer waits in the chat; how it goes by mail:'}{' '}
            <Link
              to="/agents/$agentId/settings"
              params={{ agentId }}
              hash="when-a-visitor-leaves"
              className="underline underline-offset-2 hover:text-ink"
            >
              When a visitor leaves
            </Link>
            .
          </>
        }
        error={errors.away_text?.message}
      >
        <Textarea {...form.register('away_text')} rows={2} />
      </FormField>
    </FormCard>
  )
}
