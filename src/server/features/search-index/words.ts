const RUN = /[\p{L}\p{M}\p{N}_]+/gu
// Scripts written without spaces between words. A character may be followed by a mark that belongs to its sound.
const UNSPACED =
  '[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}]'
const PARTS = new RegExp(`${UNSPACED}[\\u3099\\u309a\\uff9e\\uff9f]?|(?:(?!${UNSPACED}).)+`, 'gsu')
const IS_UNSPACED = new RegExp(`^${UNSPACED}`, 'u')
const ACCENTS = /[\u0300-\u036f]/g
const LONGEST_WORD = 100 // characters of a word that count; PostgreSQL refuses words of 2 kB
const MOST_WORDS = 16_000 // words of a text that count; PostgreSQL numbers no more than 16,383 places

/** A word of a text as it is compared, and where it stands in the text. */
export interface Word {
  word: string
  start: number
  end: number
  /**
   * Whether it is a single character of a script without spaces, in which a word is searched for as a phrase of
   * characters.
   */
  isCharacter: boolean
}

/**
 * Cuts a text into words for the search, with differences of case, accents and width removed. Every word is kept in the
 * form it has: there are no stop words and no stems. Scripts that are written without spaces are cut into characters,
 * so that any word inside them can be found.
 */
export function wordsOf(text: string): Word[] {
  const words: Word[] = []
  for (const run of text.matchAll(RUN))
    for (const part of run[0].matchAll(PARTS)) {
      const start = run.index + part.index
      const isCharacter = IS_UNSPACED.test(part[0])
      const plain = folded(part[0])
      for (const word of isCharacter ? plain : [plain.slice(0, LONGEST_WORD)])
        if (word) words.push({ word, start, end: start + part[0].length, isCharacter })
      if (words.length >= MOST_WORDS) return words.slice(0, MOST_WORDS)
    }
  return words
}

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(ACCENTS, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ')
    .normalize('NFKC')
    // Some characters become several in NFKD, with spaces or signs among them, which are no part of a word.
    .replace(/[^\p{L}\p{M}\p{N}_]/gu, '')

/** One or more words that must follow one another in a line. A line is found if all terms are in it, in any order. */
export interface Term {
  words: string[]
  /** Whether the last word may be the beginning of a longer one. */
  isPrefix: boolean
}

/**
 * Reads what somebody typed into the search field: words in any order, the last one of which may be unfinished, and
 * phrases in closed quotation marks, which are whole.
 */
export function termsOf(query: string): Term[] {
  const terms: Term[] = []
  let last: Term | undefined
  const pieces = query.replace(/[“”„«»]/g, '"').split('"')
  const isEven = pieces.length % 2 === 1
  for (const [index, piece] of pieces.entries()) {
    const words = wordsOf(piece)
    const isQuoted = index % 2 === 1 && (isEven || index < pieces.length - 1)
    if (words.length === 0) continue
    const found = isQuoted ? [{ words: words.map(({ word }) => word), isPrefix: false }] : loose(words)
    terms.push(...found)
    last = isQuoted || words.at(-1)?.isCharacter ? undefined : found.at(-1)
  }
  if (last) last.isPrefix = true
  return terms
}

/** Characters of a script without spaces that follow one another are one phrase; other words stand alone. */
function loose(words: Word[]): Term[] {
  const terms: Term[] = []
  let before: Word | undefined
  for (const word of words) {
    // Where a character folds into two, both have the same place.
    const follows = before?.isCharacter && (word.start === before.end || word.start === before.start)
    if (word.isCharacter && follows) terms.at(-1)?.words.push(word.word)
    else terms.push({ words: [word.word], isPrefix: false })
    before = word
  }
  return terms
}

/** Where the terms stand in the words of a text, as ranges of the text, in order and without overlaps. */
export function marksOf(words: readonly Word[], terms: readonly Term[]): [number, number][] {
  const marks: [number, number][] = []
  for (let at = 0; at < words.length; at += 1)
    for (const term of terms)
      if (standsAt(words, at, term)) marks.push([words[at]!.start, words[at + term.words.length - 1]!.end])
  marks.sort((one, other) => one[0] - other[0] || other[1] - one[1])
  const merged: [number, number][] = []
  for (const mark of marks) {
    const before = merged.at(-1)
    if (before && mark[0] < before[1]) before[1] = Math.max(before[1], mark[1])
    else merged.push(mark)
  }
  return merged
}

function standsAt(words: readonly Word[], at: number, { words: wanted, isPrefix }: Term): boolean {
  return wanted.every((word, index) => {
    const there = words[at + index]?.word
    return there === word || (isPrefix && index === wanted.length - 1 && there?.startsWith(word) === true)
  })
}

const BEFORE = 40 // characters of an excerpt before the first mark
const EXCERPT = 200 // characters of an excerpt

/** The part of a text around the first place where a term stands, and where the terms stand in that part. */
export function excerptOf(text: string, terms: readonly Term[]): { excerpt: string; marks: [number, number][] } {
  const marks = marksOf(wordsOf(text), terms)
  const from = startOfWord(text, (marks[0]?.[0] ?? 0) - BEFORE)
  const to = from + EXCERPT
  const isPair = /[\ud800-\udbff]/.test(text[to - 1] ?? '')
  const excerpt = text.slice(from, isPair ? to - 1 : to)
  const within = marks
    .filter(([start]) => start - from < excerpt.length)
    .map(([start, end]): [number, number] => [start - from, Math.min(end - from, excerpt.length)])
  return { excerpt, marks: within }
}

function startOfWord(text: string, at: number): number {
  if (at <= 0) return 0
  const space = text.slice(at, at + BEFORE).search(/\s/)
  if (space !== -1) return at + space + 1
  return /[\udc00-\udfff]/.test(text[at] ?? '') ? at + 1 : at
}
