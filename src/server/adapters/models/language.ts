export const languages = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl'] as const
export type Language = (typeof languages)[number]

// Frequent words of each language that are rare in the others.
const MARKERS: Record<Language, string> = {
  en: 'the is are what how do you can my i to of and for where when with please hello hi thanks have your does',
  de: 'der die das ist sind wie was ich sie und nicht mit für bitte kann wann wo ein eine einen hallo danke haben mein zu ihr mir',
  fr: 'le les est sont comment je vous et pas avec pour puis quand où une des bonjour merci avez mon quel quelle suis votre parler',
  es: 'el los es son cómo como yo usted y con para puedo cuándo dónde una hola gracias tiene mi cuál quiero qué hablar',
  pt: 'os são como eu você não com para posso quando onde uma olá oi obrigado obrigada tem meu qual quero falar um vocês é',
  it: 'il gli è sono come io lei con per posso quando dove una ciao grazie avete mio quale vorrei parlare un che',
  nl: 'het de een zijn hoe ik u en niet met voor kan wanneer waar hallo bedankt dank heeft mijn wat graag wil ben jullie',
}

const ADDRESS = /\S+@\S+|\S+:\/\/\S+/g // ".com" is no Portuguese
const ENOUGH = 500 // characters are enough, and the pattern for addresses takes quadratic time in a word's length
const byWord = new Map<string, Language[]>()
for (const language of languages)
  for (const word of MARKERS[language].split(' ')) byWord.set(word, [...(byWord.get(word) ?? []), language])

/** The language of a short message by its most frequent words; English if none decides. */
export function languageOf(text: string): Language {
  const votes = new Map<Language, number>()
  const words =
    text
      .slice(0, ENOUGH)
      .toLowerCase()
      .replace(ADDRESS, ' ')
      .match(/[\p{L}\p{M}]+/gu) ?? []
  for (const word of words) {
    const spoken = byWord.get(word) ?? []
    for (const language of spoken) votes.set(language, (votes.get(language) ?? 0) + 1 / spoken.length)
  }
  let best: Language = 'en'
  for (const [language, count] of votes) if (count > (votes.get(best) ?? 0)) best = language
  return best
}
