/*
 * The fixed sets of words for the chat on websites. They are not in `enums.ts`, which every screen of the dashboard
 * loads to check the words in its address: none of these is in one.
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
