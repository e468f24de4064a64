import { z } from 'zod'
import { codePoints, text } from './fields.ts'
import { limits } from './limits.ts'
import { widgetLaunchers, widgetLocales, widgetPositions, widgetThemes } from './widget-enums.ts'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/
const WILDCARD = 'https://*.'
const HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/

/**
 * Reads an origin, or `https://*.example.com`, as browsers write it: in lower case, no slash at the end. Undefined for
 * other text, for http except on loopback such as `localhost`, and for other IPv6 addresses.
 */
export function readOrigin(value: string): string | undefined {
  const given = value.trim()
  const isWildcard = given.toLowerCase().startsWith(WILDCARD)
  const address = isWildcard ? `https://${given.slice(WILDCARD.length)}` : given
  if (!/^https?:\/\/[^/\\?#@\s]+\/?$/i.test(address) || !URL.canParse(address)) return undefined
  const { protocol, hostname, origin } = new URL(address)
  if (protocol === 'http:' && !LOOPBACK.test(hostname)) return undefined
  if (!HOST.test(hostname) && !LOOPBACK.test(hostname)) return undefined
  if (!isWildcard) return origin
  return hostname.includes('.') && /[a-z]/.test(hostname) ? origin.replace('https://', WILDCARD) : undefined
}

/** Whether an origin is allowed. `https://*.example.com` covers any depth, but not `example.com` itself. */
export function isAllowedOrigin(allowed: readonly string[], origin: string): boolean {
  return allowed.some((entry) =>
    entry.startsWith(WILDCARD)
      ? origin.startsWith('https://') && origin.endsWith(entry.slice(WILDCARD.length - 1))
      : entry === origin,
  )
}

const origin = z
  .string()
  .refine((value) => codePoints(value) <= limits.url, 'must be at most 2,048 characters')
  .transform((value, context) => {
    const found = readOrigin(value)
    if (found === undefined)
      context.addIssue({
        code: 'custom',
        message: 'must be an address such as https://www.example.com or https://*.example.com, without a path',
        input: value,
      })
    return found ?? z.NEVER
  })
  .meta({ type: 'string' })

export const appearance = z.object({
  accent_color: z.string().regex(/^#[0-9a-f]{6}$/),
  theme: z.enum(widgetThemes),
  position: z.enum(widgetPositions),
  launcher: z.enum(widgetLaunchers),
  launcher_text: z.string(),
  /** A path on this server, another one for each image; null: the agent's initials are shown. */
  logo_url: z.string().nullable(),
})

export const widgetSettings = z.object({
  widget_origins: z.array(z.string()),
  appearance,
  starters: z.array(z.string()),
  away_text: z.string(),
  locale: z.enum(widgetLocales).nullable(),
  ai_replies_per_day: z.int(),
})

const appearanceBody = z.object({
  accent_color: z
    .string()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, 'must be a colour such as #2563eb')
    .optional(),
  theme: appearance.shape.theme.optional(),
  position: appearance.shape.position.optional(),
  launcher: appearance.shape.launcher.optional(),
  launcher_text: text(limits.launcherText, 0).optional(),
})

/** Changes to the settings of an agent's widget. What is left out stays as it is, also within `appearance`. */
export const widgetSettingsBody = z.object({
  widget_origins: z
    .array(origin)
    .max(limits.widgetOrigins, `must be at most ${limits.widgetOrigins} entries`)
    .transform((list) => [...new Set(list)])
    .optional(),
  appearance: appearanceBody.optional(),
  starters: z.array(text(limits.starter)).max(limits.starters, `must be at most ${limits.starters} entries`).optional(),
  away_text: text(limits.awayText, 0).optional(),
  locale: z.enum(widgetLocales).nullable().optional().meta({ description: "null: the page's, or the browser's" }),
  ai_replies_per_day: z.int().min(0, 'must be at least 0').max(limits.aiRepliesPerDay).optional(),
})

export type WidgetSettings = z.output<typeof widgetSettings>
