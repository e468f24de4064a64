import { folded, withSpellings } from './spellings.ts'

const WORD = /[\p{L}\p{M}\p{N}_]+/gu
/** Scripts written without spaces: their words are found as overlapping runs of two or three characters. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const HAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u // one character says more than a letter
// Korean writes particles together with the word before them.
const HANGUL = /\p{Script=Hangul}/u
// Arabic and Hebrew write some prepositions, and Arabic its article, together with the word.
const ARABIC = /\p{Script=Arabic}/u
const HEBREW = /\p{Script=Hebrew}/u
const ARTICLE = /^[وفبك]?(?:ال|لل)(?=...)/u
const BEGINNING = 5 // letters; longer words are compared by these alone, whatever their endings
const WHOLE = /[_\p{N}]/u // Identifiers and numbers are compared whole, as another ending makes another one.
const ASCII = /^[\0-\x7f]*$/

const STOP_WORDS = new Set(
  `a about after all also am an and any are as at be because been before being both but by can could did do does doing
  for from get give had has have he her here hers him his how i if in into is it its just let like many may me mean might
  more most much must my no not of off on once only or other our out over own please same say shall she should so some
  such tell than that the their them then there these they this those to too under until up us use used using very
  want was long often ever still already really possible able way we were what when where whether which while who whom whose why will with would you your need know
  el la los las un una de del que y en es por con para como cual cuando donde quien se al lo su mi tu
  le les des du et est que qui dans pour par sur avec quel quelle quels quelles comment quand ou je vous nous il elle
  der die das den dem des ein eine einen einem einer und ist sind wie was wann wo wer ich wir sie es im mit von zu auf fur
  o os um uma em no na dos das e qual quais quando onde quem il i gli che di da per sono`.split(/\s+/),
)

/**
 * The words of a text in the form in which they are compared: lower case, no accents, English endings cut, no stop
 * words. An identifier gives itself and its parts (`max_connections` → `max_connections`, `max`, `connection`), and
 * text in a script without spaces gives runs of characters. Words may repeat.
 */
export function termsOf(text: string): string[] {
  const terms: string[] = []
  const isAscii = ASCII.test(text)
  for (const word of isAscii ? asciiWords(text) : words(text)) {
    if (!isAscii && HANGUL.test(word)) runs(word, 2, terms)
    else if (!isAscii && UNSPACED.test(word)) runs(word, HAN.test(word) ? 2 : 3, terms)
    else if (word.includes('_')) {
      const parts = word.split('_').filter(Boolean)
      if (parts.length > 1) terms.push(word)
      for (const part of parts) if (!STOP_WORDS.has(part)) terms.push(stem(part))
    } else if (!STOP_WORDS.has(word)) terms.push(stem(word))
  }
  return terms
}

/**
 * The terms by which passages are found. They are those of `termsOf`, but only the beginning of a longer word, and each
 * run of three letters of an Arabic word without its article, or of four of a Hebrew one. So a word is found in many of
 * the forms that its language gives it.
 */
export function searchTermsOf(text: string): string[] {
  const terms: string[] = []
  const isAscii = ASCII.test(text)
  for (const term of termsOf(text)) {
    if (!isAscii && ARABIC.test(term)) runs(term.replace(ARTICLE, ''), 3, terms)
    else if (!isAscii && HEBREW.test(term)) runs(term, 4, terms)
    else terms.push(WHOLE.test(term) ? term : term.slice(0, BEGINNING))
  }
  return terms
}

/** The terms under which a text is found: also those of words that others write with "oe" for "ö", or the other way. */
export const indexTermsOf = (text: string): string[] => searchTermsOf(withSpellings(text))

/** The words of a text that is ASCII only. Most text is, and this is several times as fast as `words`. */
const asciiWords = (text: string) => text.toLowerCase().match(/[a-z0-9_]+/g) ?? []

const words = (text: string) => folded(text).match(WORD) ?? []

/** Adds each run of `length` consecutive characters of a word to `into`, or the word itself if it is not longer. */
function runs(word: string, length: number, into: string[]): void {
  const characters = [...word]
  if (characters.length <= length) into.push(word)
  else for (let at = 0; at + length <= characters.length; at += 1) into.push(characters.slice(at, at + length).join(''))
}

/** Cuts English endings, so that `refunds` and `refunded` are equal. What is left need not be a word. */
function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word
  let root = word
  if (root.endsWith('ies') && root.length > 4) root = `${root.slice(0, -3)}y`
  else if (root.endsWith('s') && !/(?:ss|us|is)$/.test(root)) root = root.slice(0, -1)
  if (root.endsWith('ing') && root.length > 5) root = root.slice(0, -3)
  else if (root.endsWith('ed') && root.length > 4) root = root.slice(0, -2)
  if (root.length > 3 && root.at(-1) === root.at(-2) && !/[lsz]$/.test(root)) root = root.slice(0, -1)
  if (root.length > 4 && root.endsWith('e')) root = root.slice(0, -1)
  return root
}
