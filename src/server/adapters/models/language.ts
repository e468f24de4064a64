import type { WidgetLocale } from '#contract/widget-enums.ts'

/** The languages in which the product itself speaks to visitors. */
export type Language = WidgetLocale

// Frequent words of each language that are rare in most of the others which are written in Latin letters.
const MARKERS = {
  en: 'the is are what how do you can my i to of and for where when with please hello hi thanks have your does',
  de: 'der die das ist sind wie was ich sie und nicht mit für bitte kann wann wo ein eine einen hallo danke haben mein zu ihr mir',
  fr: 'le les est sont comment je vous et pas avec pour puis quand où une des bonjour merci avez mon quel quelle suis votre parler',
  es: 'el los es son cómo como yo usted y con para puedo cuándo dónde una hola gracias tiene mi cuál quiero qué hablar',
  pt: 'os são como eu você não com para posso quando onde uma olá oi obrigado obrigada tem meu qual quero falar um vocês é',
  it: 'il gli è sono come io lei con per posso quando dove una ciao grazie avete mio quale vorrei parlare un che',
  nl: 'het de een zijn hoe ik u en niet met voor kan wanneer waar hallo bedankt dank heeft mijn wat graag wil ben jullie',
  pl: 'jest są jak czy nie dla proszę kiedy gdzie ile można mogę mam dzień dobry cześć dziękuję mój chcę jaki jakie która kosztuje',
  tr: 'bir bu nasıl için değil yok siz kaç nerede zaman merhaba teşekkürler lütfen istiyorum kadar hangi fiyatı ücreti',
} as const satisfies Partial<Record<Language, string>>

/** Letters that only one language of `MARKERS` has: a word with one of them that is no marker counts for it. */
const LETTERS = [
  ['pl', /[ąęłśźżńć]/],
  ['tr', /[ğış]/],
] as const

/** Languages with another script than Latin. If two share a script, `other` is recognised by its `own` letters. */
const SCRIPTS: readonly { letter: RegExp; language: Language; other?: Language; own?: RegExp }[] = [
  { letter: /\p{Script=Arabic}/gu, language: 'ar' },
  { letter: /\p{Script=Hebrew}/gu, language: 'he' },
  { letter: /\p{Script=Cyrillic}/gu, language: 'ru', other: 'uk', own: /[іїєґ]/i },
  {
    letter: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
    language: 'zh',
    other: 'ja',
    own: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  },
]
/** Share of a text's letters above which a script decides: low, since names and terms are Latin in any language. */
const SHARE = 0.25

const ADDRESS = /\S+@\S+|\S+:\/\/\S+/g // left out, because the "com" of ".com" is a word in Portuguese
const ENOUGH = 500 // characters that are read, since the pattern for addresses takes quadratic time in a word's length
const byWord = new Map<string, Language[]>()
for (const [language, words] of Object.entries(MARKERS) as [keyof typeof MARKERS, string][])
  for (const word of words.split(' ')) byWord.set(word, [...(byWord.get(word) ?? []), language])

/** The language of a short message by its script, else by the `MARKERS` in it; English if neither decides. */
export function languageOf(text: string): Language {
  const written = text.slice(0, ENOUGH).replace(ADDRESS, ' ')
  const votes = new Map<Language, number>()
  const words = written.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []
  const letters = words.reduce((sum, word) => sum + word.length, 0)
  const script = SCRIPTS.find(({ letter }) => (written.match(letter)?.length ?? 0) > letters * SHARE)
  if (script) return (script.own?.test(written) && script.other) || script.language
  for (const word of words) {
    const spoken = byWord.get(word) ?? LETTERS.flatMap(([language, letter]) => (letter.test(word) ? [language] : []))
    for (const language of spoken) votes.set(language, (votes.get(language) ?? 0) + 1 / spoken.length)
  }
  let best: Language = 'en'
  for (const [language, count] of votes) if (count > (votes.get(best) ?? 0)) best = language
  return best
}
