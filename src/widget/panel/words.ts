import en, { type Words } from './locales/en.ts'

/** The languages besides English, each loaded when it is needed. */
const others: Record<string, () => Promise<{ default: Words }>> = {
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

/** The words of the first language that the panel speaks, and its tag: English if there is none, or it can't be loaded. */
export async function wordsFor(languages: readonly string[]): Promise<{ language: string; words: Words }> {
  const known = languages.map((tag) => tag.slice(0, 2).toLowerCase())
  const language = known.find((tag) => tag === 'en' || tag in others) ?? 'en'
  const loaded = await others[language]?.().catch(() => undefined)
  return loaded ? { language, words: loaded.default } : { language: 'en', words: en }
}
