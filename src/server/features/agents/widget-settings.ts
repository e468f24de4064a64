import { getDomain } from 'tldts'
import type { z } from 'zod'
import { type WidgetLocale, widgetLocales } from '#contract/widget-enums.ts'
import type { WidgetSettings, widgetSettingsBody } from '#contract/widget-settings.ts'
import type { Row } from '../../db/rows.ts'
import { invalid } from '../../errors.ts'

/** Where this server has the logos, before the id of each. */
const LOGO_PATH = '/widget/logos/'

const usual: WidgetSettings = {
  widget_origins: [],
  appearance: {
    accent_color: '#2563eb',
    theme: 'auto',
    position: 'right',
    launcher: 'icon',
    launcher_text: 'Chat',
    logo_url: null,
  },
  starters: [],
  away_text: '',
  locale: null,
  ai_replies_per_day: 2_000,
}

export function widgetOf({ widget }: Pick<Row<'agents'>, 'widget'>): WidgetSettings {
  if (widget === null) return usual
  const changed = JSON.parse(widget) as Partial<WidgetSettings>
  return { ...usual, ...changed, appearance: { ...usual.appearance, ...changed.appearance } }
}

/** The language of a chat: the one that its agent is set to, else the visitor's if the chat has it, else English. */
export function chatLanguage(
  agent: Pick<Row<'agents'>, 'widget'>,
  visitor: Pick<Row<'visitors'>, 'locale'>,
): WidgetLocale {
  const language = visitor.locale?.split('-')[0]?.toLowerCase()
  return widgetOf(agent).locale ?? widgetLocales.find((known) => known === language) ?? 'en'
}

/** The column `widget` with another logo, or none. */
export function widgetWithLogo(agent: Pick<Row<'agents'>, 'widget'>, id: string | null): string {
  const before = widgetOf(agent)
  const logo_url = id === null ? null : `${LOGO_PATH}${id}`
  return JSON.stringify({ ...before, appearance: { ...before.appearance, logo_url } })
}

/**
 * The column `widget` after a change; undefined if `body` sets nothing.
 * @throws AppError 422 for `https://*.co.uk` or the like, which would allow pages of many different owners
 */
export function changedWidget(
  agent: Pick<Row<'agents'>, 'widget'>,
  body: z.output<typeof widgetSettingsBody>,
): string | undefined {
  const wide = (body.widget_origins ?? []).findIndex(
    (origin) => origin.startsWith('https://*.') && getDomain(origin.slice(10), { allowPrivateDomains: true }) === null,
  )
  if (wide >= 0) throw invalid(`widget_origins.${wide}`, 'must name a domain of yours after the asterisk')
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
  if (Object.keys(given).length === 0) return undefined
  const before = widgetOf(agent)
  return JSON.stringify({ ...before, ...given, appearance: { ...before.appearance, ...body.appearance } })
}
