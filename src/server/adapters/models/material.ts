import { sentencesOf } from '../../knowledge/sentences.ts'
import { withSpellings } from '../../knowledge/spellings.ts'
import { searchTermsOf, UNSPACED } from '../../knowledge/terms.ts'
import { type SaidWords, saidWords, wordsOf } from './borne-out.ts'
import { FUNCTION_WORDS } from './function-words.ts'

// Words of these scripts are read as runs of characters, as they stand without spaces or with prefixes.
const IN_RUNS = new RegExp(`${UNSPACED.source}|[\\p{Script=Hangul}\\p{Script=Arabic}\\p{Script=Hebrew}]`, 'u')
const NEAR = 2 // words between which two others may stand, and still be neighbours
const FIGURES = /\p{N}+(?:[.,:’'\u00a0]\p{N}+)*/gu
// The number of an item of a list, also of the next one behind the end of an item.
const LISTED = /(^|\n|[.:;]\s+|\s(?=\p{N}+\.$))[ \t]*\p{N}{1,2}[.)](?=\s|$)/gu
const NEGATION = new RegExp(
  [
    String.raw`(?<!\p{L})(?:not|never|cannot|nicht|kein\w*|nie|niemals|nunca|jamais|pas|não|nao|non|mai|niet|geen|nooit|не|нет|немає|δεν|δε|μην|μη|değil\p{L}*|yok|لا|ليس|לא|אין|नहीं|नही)(?![\p{L}\p{M}])`,
    String.raw`n['’]t(?!\p{L})`,
    String.raw`(?<![\p{L}.])no(?![\p{L},.])`,
    // Of Turkish verbs it is a part: "açılmaz", "açılmıyor".
    String.raw`\p{L}{2}m(?:[ae]z(?:l[ae]r)?|[ıiuü]yor\p{L}*)(?!\p{L})`,
    // Written without spaces. "非" and "无" are left out, as they mostly stand in words such as "very".
    '不(?!仅|但|同|过)|没|沒|未|ไม่|ません|ない|않|없',
  ].join('|'),
  'iu',
)

/** A word that says something, as it stands in a text, with what of it is looked for in others. */
export interface ContentWord {
  text: string
  parts: readonly string[]
}

export interface SaidSentence {
  /** Its words that say something, by their beginnings. */
  beginnings: ReadonlySet<string>
  isNegated: boolean
}

/** A text read once, so that many sentences can be held to it. */
export interface Material {
  /** The text in small letters, in which figures are looked for to the character. */
  plain: string
  words: SaidWords
  /** The pairs of words that stand near each other. */
  pairs: ReadonlySet<string>
  sentences: readonly SaidSentence[]
}

export function readMaterial(text: string): Material {
  const pairs = new Set<string>()
  const all: string[] = []
  const sentences = sentencesOf(text).flatMap((sentence): SaidSentence[] => {
    const own = wordsOf(withSpellings(sentence)).flatMap(partsOf)
    for (const word of own) all.push(word)
    const content = own.filter((word) => !FUNCTION_WORDS.has(word))
    for (const pair of pairsNear(content)) pairs.add(pair)
    if (UNSPACED.test(sentence)) return sentence.split(/\s+/).map(saidUnspaced)
    return [{ beginnings: new Set(content.map(beginning)), isNegated: isNegated(sentence) }]
  })
  return { plain: plainly(text), words: saidWords(all), pairs, sentences }
}

/** A clause of a script without spaces, in which a space ends a clause. Its words are told apart as those of a sentence are. */
const saidUnspaced = (clause: string): SaidSentence => ({
  beginnings: new Set(contentWords(clause).flatMap(({ parts }) => parts.map(beginning))),
  isNegated: isNegated(clause),
})

/** The words of a text that say something, in their order. */
export function contentWords(text: string): ContentWord[] {
  const words: ContentWord[] = []
  for (const written of withoutListNumbers(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [])
    for (const one of UNSPACED.test(written) ? segmented(written) : [written]) {
      const [word = ''] = wordsOf(one)
      if (word !== '' && !FUNCTION_WORDS.has(word)) words.push({ text: one, parts: partsOf(word) })
    }
  return words
}

const withoutListNumbers = (text: string) => text.replace(LISTED, '$1')

const segmenter = new Intl.Segmenter('und', { granularity: 'word' })
const segmented = (text: string) => [...segmenter.segment(text)].map(({ segment }) => segment)

export const isNegated = (text: string): boolean => NEGATION.test(text)

/** The figures of a text, such as "10", "1,500.00" or "7:30", without the numbers of its list. */
export function figuresIn(text: string): string[] {
  return withoutListNumbers(plainly(text)).match(FIGURES) ?? []
}

/** Whether a figure stands in a text to the character, and not as a part of a longer one. */
export function holdsFigure({ plain }: Material, figure: string): boolean {
  for (let at = plain.indexOf(figure); at >= 0; at = plain.indexOf(figure, at + 1)) {
    const after = plain.slice(at + figure.length, at + figure.length + 2)
    if (!/\p{N}$|\p{N}[.,]$/u.test(plain.slice(Math.max(0, at - 2), at)) && !/^\p{N}|^[.,]\p{N}/u.test(after))
      return true
  }
  return false
}

/** A pair of neighbouring words as `Material` keeps it. */
export const pairOf = (one: string, other: string): string => `${beginning(one)} ${beginning(other)}`

const BEGINNING = 6
export const beginning = (word: string) => word.slice(0, BEGINNING)
const plainly = (text: string) => text.normalize('NFKC').toLowerCase()

function partsOf(word: string): string[] {
  return IN_RUNS.test(word) ? searchTermsOf(word) : [word]
}

function pairsNear(words: readonly string[]): string[] {
  return words.flatMap((word, at) =>
    words.slice(at + 1, at + 1 + NEAR).flatMap((other) => [pairOf(word, other), pairOf(other, word)]),
  )
}
