import type { Language } from './language.ts'
import { de, en, nl } from './wish-words/germanic.ts'
import type { WishWords } from './wish-words/kinds.ts'
import { createLexicon, type Kind, type Lexicon } from './wish-words/lexicon.ts'
import { ar, he, ja, tr, zh } from './wish-words/others.ts'
import { es, fr, it, pt } from './wish-words/romance.ts'
import { pl, ru, uk } from './wish-words/slavic.ts'

const SCRIPTS: readonly { letter: RegExp; isUnspaced?: true; words: Partial<Record<Language, WishWords>> }[] = [
  { letter: /\p{Script=Latin}/u, words: { en, de, fr, es, pt, it, nl, pl, tr } },
  { letter: /\p{Script=Cyrillic}/u, words: { ru, uk } },
  { letter: /\p{Script=Arabic}/u, words: { ar } },
  { letter: /\p{Script=Hebrew}/u, words: { he } },
  { letter: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u, isUnspaced: true, words: { ja, zh } },
]
const READ = 2_000 // characters; who asks for a person in a longer message says so at its beginning or end
const CLAUSE = /[.,;:!?…。，、！？；؟،؛¿¡()"“”«»\n]+|\s[-–—]+\s/
/** What somebody quotes, such as the words on a button, with more words of their own behind it. */
const QUOTED =
  /["“„«「『][^"“”„«»「」『』\n]{1,100}["”“»」』](?=[ \t]*(?:[\p{L}']+[ \t]+[\p{L}']+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{3}))/gu
const AND = new Set(['and', 'und', 'et', 'y', 'e', 'en', 'i', 've', 'и', 'і', 'та'])
const GAP_MAXIMUM = 8 // words between the person and the verb, in languages whose verb comes last

const lexicons = new Map<Language, Lexicon>()

/**
 * Whether a visitor asks for a person of the company, in one of the chat's languages. Reads what words do
 * (`WishWords`), not their order: a few that all belong to a wish are one in any form; in a longer clause the person
 * must be joined to a verb of talking or wanting. "An estate agent" asks for nobody, nor does a clause that says no.
 */
export function wantsPerson(message: string): boolean {
  const own = message.replace(QUOTED, ' … ')
  const text = own.length <= READ ? own : `${own.slice(0, READ / 2)}\n${own.slice(-READ / 2)}`
  return readingsOf(text).some(({ clauses, lexicon }) => isWish(text, clauses, lexicon))
}

/** A message without the clauses that only say no to a person; the whole message if there is nothing else. */
export function withoutRefusal(message: string): string {
  if (message.length > READ) return message
  const parts = message.split(new RegExp(`(?<=${CLAUSE.source})`))
  const rest = parts.filter(
    (part) => !readingsOf(part).some(({ clauses }) => clauses.length > 0 && clauses.every(saysNo)),
  )
  return rest.join('').trim() || message
}

interface LanguageReading {
  lexicon: Lexicon
  clauses: Word[][]
}

/** A text as the languages of its scripts read it. Neighbours share many words, so only those that know most do. */
function readingsOf(text: string): LanguageReading[] {
  const folded = fold(text)
  return SCRIPTS.filter(({ letter }) => letter.test(folded)).flatMap(({ isUnspaced = false, words }) => {
    const readings = (Object.entries(words) as [Language, WishWords][]).map(([language, list]) => {
      const lexicon = lexicons.get(language) ?? createLexicon(list, fold)
      lexicons.set(language, lexicon)
      return { lexicon, clauses: clausesOf(folded, lexicon, isUnspaced) }
    })
    const known = readings.map(({ clauses }) => knownIn(clauses))
    const most = Math.max(...known)
    return readings.filter((_, at) => known[at] === most)
  })
}

/** Lower case without accents; "ae" as "ä" is written without its dots, and a letter held down ("pleaaase") once. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}|\u0640/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[ıłßىةک]/g, (letter) => ({ ı: 'i', ł: 'l', ß: 'ss', ى: 'ي', ة: 'ه', ک: 'ك' })[letter] ?? letter)
    .replace(/([aou])e/g, '$1')
    .replace(/(\p{L})\1{2,}/gu, '$1')
    .replace(/[’`´]/g, "'")
}

interface Word {
  text: string
  kind: Kind | undefined
}

function clausesOf(text: string, lexicon: Lexicon, isUnspaced: boolean): Word[][] {
  return text
    .split(CLAUSE)
    .map((clause) => (isUnspaced ? cut(clause, lexicon) : wordsOf(clause, lexicon)))
    .filter((words) => words.length > 0)
}

/** How many letters of a message are in words that a language knows. */
function knownIn(clauses: readonly (readonly Word[])[]): number {
  return clauses.flat().reduce((sum, { text, kind }) => sum + (kind ? text.length : 0), 0)
}

function wordsOf(clause: string, lexicon: Lexicon): Word[] {
  const plain = clause
    .replace(/(\p{Script=Latin})'(?=(?:d|ll|m|s|t|re|ve)(?!\p{L}))/gu, '$1') // "don't"
    .replace(/(\p{Script=Latin})'|-/gu, '$1 ') // "l'opérateur", "passez-moi"
    .replace(/(\p{L})['׳"״](?=\p{L})/gu, '$1') // "зв'яжіть"
  const words = lexicon.joinPhrases(plain.replace(/\s+/g, ' ')).match(/[\p{L}\p{N}_]+/gu) ?? []
  return words.map((text) => ({ text, kind: lexicon.kindOf(text) }))
}

/** Cuts a text without spaces into the longest words of the lexicon, and single characters between them. */
function cut(clause: string, lexicon: Lexicon): Word[] {
  const words: Word[] = []
  for (let rest = clause.replace(/[\s\p{P}]+/gu, ''); rest !== ''; ) {
    const text = lexicon.beginningOf(rest) || [...rest][0]!
    words.push({ text, kind: lexicon.kindOf(text) })
    rest = rest.slice(text.length)
  }
  return words
}

function isWish(text: string, clauses: readonly Word[][], lexicon: Lexicon): boolean {
  const read = clauses.map((words) => words.map((word) => ({ ...word, kind: word.kind ?? lexicon.meantBy(word.text) })))
  const belongs = ({ kind }: Word) => kind !== undefined && kind !== 'asking' && kind !== 'topic'
  const isShort = read.every((words) => words.every(belongs))
  const asks = /[?？؟]/.test(text) || read.flat().some(({ kind }) => kind === 'asking')
  return read.some(
    (words, at) =>
      asksForPerson(words, lexicon, isShort || (!asks && at === read.length - 1)) ||
      asksForPerson(afterQuestion(words), lexicon, false),
  )
}

/** What follows a question in the same clause: "when do you open and can I talk to somebody". Empty if nothing does. */
function afterQuestion(words: readonly Word[]): readonly Word[] {
  const asking = words.findIndex(({ kind }) => kind === 'asking')
  const subject = asking < 0 ? -1 : words.findIndex(({ kind }, at) => at > asking && kind === undefined)
  const and = subject < 0 ? -1 : words.findIndex(({ text }, at) => at > subject && AND.has(text))
  return and < 0 ? [] : words.slice(and + 1)
}

const isPerson = (kind: Kind | undefined) => kind === 'staff' || kind === 'person' || kind === 'anyone'

/** @param mayBeBare whether the name of a person alone is a wish in this clause: "operator" */
function asksForPerson(words: readonly Word[], lexicon: Lexicon, mayBeBare: boolean): boolean {
  const kinds = words.map(({ kind }) => kind)
  if (kinds.includes('asking')) return false
  const saysNoToBot = kinds.includes('bot') && kinds.includes('not')
  if (saysNoToBot && !kinds.some(isPerson)) return kinds.every((kind) => kind && kind !== 'topic')
  return words.some((_, at) => isPerson(kinds[at]) && isAskedFor(words, at, lexicon, { mayBeBare, saysNoToBot }))
}

function isAskedFor(
  words: readonly Word[],
  at: number,
  lexicon: Lexicon,
  { mayBeBare, saysNoToBot }: { mayBeBare: boolean; saysNoToBot: boolean },
): boolean {
  const kinds = words.map(({ kind }) => kind)
  const from = at - runOf(kinds.slice(0, at).toReversed())
  const to = at + 1 + runOf(kinds.slice(at + 1))
  const before = kinds.slice(from, at)
  const after = kinds.slice(at + 1, to)
  if (!saysNoToBot && isNegated(before, after)) return false
  const [talks, wants] = [before.includes('talk'), before.includes('want')]
  const [talksNext, wantsNext] = [after.includes('talk'), after.includes('want')]
  const talksLater = isJoined(words, at, lexicon) && kinds.slice(at + 1, at + 1 + GAP_MAXIMUM).includes('talk')
  if (kinds.includes('bot') && !saysNoToBot && !talks && !wants && !talksLater) return false
  if (talksLater) return true
  const isLast = to === words.length
  const isEnded = isLast || kinds[to] === 'topic' || talksNext
  if (talks) return isEnded
  const strength = isReal(kinds, at) ? 'staff' : kinds[at]
  if (strength === 'anyone') return talksNext && isLast && (wants || from === 0)
  if (wants) return isEnded
  if (!isLast) return false
  if (from > 0) return strength === 'staff' && wantsNext
  return talksNext || wantsNext || (strength === 'staff' && mayBeBare)
}

/** Whether a clause says no to a person, and nothing else. */
function saysNo(words: readonly Word[]): boolean {
  const kinds = words.map(({ kind }) => kind)
  return kinds.every((kind) => kind !== undefined) && kinds.some(isPerson) && kinds.includes('not')
}

/** How many words from the beginning may belong to a wish, without what begins its subject. */
function runOf(kinds: readonly (Kind | undefined)[]): number {
  const end = kinds.findIndex((kind) => kind === undefined || kind === 'topic' || kind === 'other')
  return end < 0 ? kinds.length : end
}

/** Whether the words around a person say no to them: "you are not helping, I want an operator" does not. */
function isNegated(before: readonly (Kind | undefined)[], after: readonly (Kind | undefined)[]): boolean {
  const you = after.indexOf('you')
  const own = [...before.slice(before.lastIndexOf('me') + 1), ...after.slice(0, you < 0 ? undefined : you)]
  return own.includes('not')
}

const isReal = (kinds: readonly (Kind | undefined)[], at: number): boolean =>
  [at - 2, at - 1, at + 1].some((place) => kinds[place] === 'real')

/** Whether a word that says "with" or "to" belongs to the person: before it, behind it, or as its ending. */
function isJoined(words: readonly Word[], at: number, { joined, isPostposed }: Lexicon): boolean {
  if (joined?.test(words[at]!.text)) return true
  if (isPostposed) return words[at + 1]?.kind === 'with'
  return (
    words.slice(0, at).findLast(({ kind }) => kind !== 'beside' && kind !== 'real' && !isPerson(kind))?.kind === 'with'
  )
}
