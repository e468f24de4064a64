import type { WidgetLocale } from '#contract/widget-enums.ts'
import en, { type Words } from './locales/en.ts'

/** The languages besides English, each loaded when it is needed. */
const others: Record<Exclude<WidgetLocale, 'en'>, () => Promise<{ default: Words }>> = {
  de: () => import('./locales/de.ts'),
  fr: () => import('./locales/fr.ts'),
  es: () => import('./locales/es.ts'),
  it: () => import('./locales/it.ts'),
  pt: () => import('./locales/pt.ts'),
  nl: () => import('./locales/nl.ts'),
  pl: () => import('./locales/pl.ts'),
  tr: () => import('./locales/tr.ts'),
  uk: () => import('./locales/uk.ts'),
  ru: () => import('./locales/ru.ts'),
  ar: () => import('./locales/ar.ts'),
  he: () => import('./locales/he.ts'),
  ja: () => import('./locales/ja.ts'),
  zh: () => import('./locales/zh.ts'),
}

const languageOf = (tag: string) => tag.slice(0, 2).toLowerCase()
const isSpoken = (language: string): language is WidgetLocale => language === 'en' || language in others

/** The first tag whose language the panel speaks, such as `pt-BR`. */
export const firstSpoken = (tags: readonly string[]): string | undefined =>
  tags.find((tag) => isSpoken(languageOf(tag)))

/** The words of the first language that the panel speaks: English if there is none, or it can't be loaded. */
export async function wordsFor(tags: readonly string[]): Promise<{ language: WidgetLocale; words: Words }> {
  const language = tags.map(languageOf).find(isSpoken) ?? 'en'
  if (language === 'en') return { language, words: en }
  const loaded = await others[language]().catch(() => undefined)
  return loaded ? { language, words: loaded.default } : { language: 'en', words: en }
}
