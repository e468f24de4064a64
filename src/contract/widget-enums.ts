/*
 * The fixed sets of words of the chat on websites. They stand apart from `enums.ts`, which every first visit of the dashboard
 * loads: no address names one of these.
 */

export const widgetThemes = ['light', 'dark', 'auto'] as const
export const widgetPositions = ['left', 'right'] as const
export const widgetLaunchers = ['icon', 'text'] as const
/** The languages that the widget speaks. */
export const widgetLocales = [
  ...(['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl'] as const),
  ...(['tr', 'uk', 'ru', 'ar', 'he', 'ja', 'zh'] as const),
] as const

export type WidgetLocale = (typeof widgetLocales)[number]
