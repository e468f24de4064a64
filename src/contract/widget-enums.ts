/* Not in `enums.ts`, which every screen of the dashboard loads. */

export const widgetThemes = ['light', 'dark', 'auto'] as const
export const widgetPositions = ['left', 'right'] as const
export const widgetLaunchers = ['icon', 'text'] as const
export const widgetLocales = [
  ...(['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl'] as const),
  ...(['tr', 'uk', 'ru', 'ar', 'he', 'ja', 'zh'] as const),
] as const

export type WidgetLocale = (typeof widgetLocales)[number]

/** What the page that is served instead of the panel tells a website that may not show the chat. */
export const PANEL_REFUSED = 'refused'
