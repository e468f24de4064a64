import { withoutDigraphs, withSpellings } from '../../knowledge/spellings.ts'
import { folded, isBorneOut, saidWords, wordsOf } from './borne-out.ts'
import { daysIn, monthsIn, withoutDays } from './days.ts'
import { namesOtherEnd } from './degrees.ts'
import { COUNTED, isCount, KINDS, type Kind } from './kinds.ts'
import { languageOf } from './language.ts'
import { PLACE_WORDS, PLAIN_WORDS, SOFT_WORDS } from './plain-words.ts'

export type Demand = {
  question: string
  words: string[]
  kinds: Kind[]
  counted: string | null
  /** Those of the words of which one may be missing where another is borne out. */
  soft: ReadonlySet<string>
  /** Whether one of several is asked for ("cards or vouchers"), so that one word may be missing. */
  hasAlternatives: boolean
  days: Set<number>
  months: Set<number>
}

const NEAR_COUNT = 4 // words between a number and what it counts, at most
const LETTER = /\p{L}/u
const ALTERNATIVES = /\s(?:or|oder|o|ou)\s/u
/** A sentence that begins so goes on about what the one before it is about. */
const LEANS =
  /^(?:it|they|this|these|that|he|she|there|il|elle|ils|elles|ce|c'est|cela|y|sie|er|es|dies\w*|dort|ella|ellos|alli|dura|cuesta|vale|tarda|son|costa|duran?|esso|essa|ele|hij|zij|het|daar)(?!\p{L})/u

/** Reads what a question demands; null without word lists for its language, or with nothing to check. */
export function demandOf(question: string): Demand | null {
  if (question.includes('\n')) return null // A follow-up with the question before it, whose words it may replace.
  const asked = inUmlauts(folded(question.replace(/où/giu, 'ubi'))) // Without its accent, it would be the French "or".
  const all = wordsOf(question)
  if (!/^[\p{Script=Latin}\p{N}\p{P}\p{S}\s]+$/u.test(asked)) return null
  const days = daysIn(asked)
  const months = monthsIn(asked)
  const counted = COUNTED.exec(asked)?.[1] ?? null
  let rest = withoutDays(asked)
  const kinds: Kind[] = []
  for (const kind of KINDS) {
    if (!kind.asks.test(rest)) continue
    kinds.push(kind)
    rest = rest.replaceAll(new RegExp(kind.asks, 'gu'), ' ')
  }
  const left = [...new Set(wordsOf(rest))].filter((word) => LETTER.test(word) && !isCount(word))
  const named = left.filter((word) => !PLAIN_WORDS.has(word))
  const isUnknownLanguage = all.length > 2 && named.length === all.length
  if (isUnknownLanguage) return null
  const others = named.filter((word) => !PLACE_WORDS.has(word))
  const words = others.length === 0 && kinds.length === 0 ? named : others
  const lowerCase = asksForDeed(kinds) ? new Set<string>() : germanLowerCase(question)
  if (words.length + kinds.length + days.size + months.size === 0) return null
  return {
    question,
    words,
    soft: new Set(words.filter((word) => SOFT_WORDS.has(word) || lowerCase.has(word))),
    kinds: kinds.filter(({ name }) => !(counted && name === 'amount')),
    counted,
    hasAlternatives: ALTERNATIVES.test(asked),
    days,
    months,
  }
}

/** A German question that is written without umlauts ("Oeffnungszeiten"), as if it had them; any other as it is. */
function inUmlauts(asked: string): string {
  if (languageOf(asked) !== 'de') return asked
  return asked.replace(/\p{L}+/gu, (word) => {
    return PLAIN_WORDS.has(word) || SOFT_WORDS.has(word) ? word : withoutDigraphs(word)
  })
}

/** Whether a question asks who did something, when or where: then what was done must be borne out too. */
const asksForDeed = (kinds: readonly Kind[]) =>
  kinds.some(({ name }) => ['who', 'where', 'time', 'year'].includes(name))

/**
 * The words of a German question that are no nouns, told by their small letters: a text often says verbs and adjectives
 * in others. None of a question whose writer uses no capitals.
 */
function germanLowerCase(question: string): Set<string> {
  const [, ...written] = question.match(/[\p{L}\p{N}]+/gu) ?? []
  const isGerman = languageOf(question) === 'de' && written.some((word) => /^\p{Lu}\p{Ll}/u.test(word))
  return new Set(isGerman ? written.filter((word) => /^\p{Ll}/u.test(word)).flatMap(wordsOf) : [])
}

/** A sentence of a passage. A label says what those below are about, and `rowOf` what a table's rows are. */
export type Sentence = { text: string; isLabel: boolean; rowOf?: string }

const saidIn = (text: string) => wordsOf(withSpellings(text))

/**
 * What of a demand a passage lacks, in words, for the sentence of it that lacks least; nothing if that bears out all.
 * @param heading the headings above the sentences, by which words may be borne out too
 */
export function lackingIn(demand: Demand, sentences: readonly Sentence[], heading: string): string[] {
  if (namesOtherEnd(demand.question, [heading, ...sentences.map(({ text }) => text)].join('\n'))) return ['other end']
  return sentences
    .flatMap(({ isLabel }, at) => (isLabel ? [] : [lackingAt(demand, sentences, at, heading)]))
    .reduce<string[]>((least, one) => (one.length < least.length ? one : least), ['anything', ...demand.words])
}

function lackingAt(demand: Demand, sentences: readonly Sentence[], at: number, heading: string): string[] {
  const { text, rowOf } = sentences[at]!
  const said = folded(text)
  const own = saidIn(`${text}\n${rowOf ?? ''}`)
  const label = sentences.slice(0, at).findLast(({ isLabel }) => isLabel)
  const above = `${heading}\n${label?.text ?? ''}`
  const headed = saidIn(above)
  const neighbours = [sentences[at - 1], sentences[at + 1]].map((one) => saidIn(one?.text ?? ''))
  const borneOut = (words: readonly string[]) => {
    const known = saidWords(words)
    return demand.words.filter((word) => isBorneOut(word, known))
  }
  const opening = saidIn(sentences[0]?.text ?? '') // which names what the whole text is about
  const all = borneOut([...own, ...headed, ...neighbours.flat(), ...opening])
  const isSoft = (word: string) => demand.soft.has(word) && all.some((other) => !demand.soft.has(other))
  const missing = demand.words.filter((word) => !all.includes(word))
  const lacking = missing.filter((word) => !isSoft(word)).slice(demand.hasAlternatives ? 1 : 0)
  // What is asked for must be said of what is asked about, and not of what another sentence is about.
  const here = borneOut([...own, ...headed]).length
  const isOfNeighbour = neighbours.some((words) => borneOut([...words, ...headed]).length > here)
  if (demand.words.length > 0 && (here === 0 || isOfNeighbour) && !LEANS.test(said)) lacking.push('subject')
  for (const kind of demand.kinds)
    if (!kind.isSaid(text, said) && !isAnnounced(kind, above, said)) lacking.push(kind.name)
  if (namesOtherEnd(demand.question, `${above}\n${text}`)) lacking.push('other end')
  if (demand.counted && !counts(demand.counted, own)) lacking.push('count')
  if (!includesAll(daysIn(said), demand.days) && !includesAll(daysIn(folded(above)), demand.days)) lacking.push('day')
  if (!includesAll(monthsIn(said), demand.months)) lacking.push('month')
  return lacking
}

/** Whether a heading names the kind ("Prices", "When do you open?"), so that a figure or any answer below it is of it. */
function isAnnounced(kind: Kind, above: string, said: string): boolean {
  return kind.asks.test(folded(above)) && (/\d/.test(said) || /\?\s*$/.test(above))
}

function counts(counted: string, words: readonly string[]): boolean {
  if (PLAIN_WORDS.has(counted)) return words.some(isCount)
  return words.some((word, at) => {
    if (!isBorneOut(counted, saidWords([word]))) return false
    return words.slice(Math.max(0, at - NEAR_COUNT), at + NEAR_COUNT).some(isCount)
  })
}

const includesAll = (said: Set<number>, asked: Set<number>) => [...asked].every((day) => said.has(day))
