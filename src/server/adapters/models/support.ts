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
 * Whether a passage bears out a demand: one of its sentences does, with what stands around it.
 * @param heading the headings above the sentences, by which words may be borne out too
 */
export function bearsOut(demand: Demand, sentences: readonly Sentence[], heading: string): boolean {
  if (namesOtherEnd(demand.question, [heading, ...sentences.map(({ text }) => text)].join('\n'))) return false
  const said = sentences.map(({ text }) => saidIn(text))
  const rows = sentences.map(({ rowOf }) => (rowOf ? saidIn(rowOf) : []))
  // No sentence bears out a word that the whole passage doesn't, so most passages are read only once.
  if (lacksWords(demand, borneOut(demand, [...saidIn(heading), ...said.flat(), ...rows.flat()]))) return false
  return sentences.some(({ isLabel, text }, at) => {
    if (isLabel) return false
    const label = sentences.slice(0, at).findLast((one) => one.isLabel)
    return isBorneOutAt(demand, {
      text,
      own: [...said[at]!, ...rows[at]!],
      above: `${heading}\n${label?.text ?? ''}`,
      neighbours: [said[at - 1] ?? [], said[at + 1] ?? []],
      opening: said[0]!,
    })
  })
}

/** A sentence, its words and those around it; `opening` are those of the first, which names what the text is about. */
type Place = { text: string; own: string[]; above: string; neighbours: string[][]; opening: string[] }

function isBorneOutAt(demand: Demand, { text, own, above, neighbours, opening }: Place): boolean {
  const said = folded(text)
  if (!namesAll(demand.months, monthsIn, said)) return false
  if (!namesAll(demand.days, daysIn, said) && !namesAll(demand.days, daysIn, folded(above))) return false
  if (demand.kinds.some((kind) => !kind.isSaid(text, said) && !isAnnounced(kind, above, said))) return false
  if (namesOtherEnd(demand.question, `${above}\n${text}`)) return false
  if (demand.counted && !counts(demand.counted, own)) return false
  if (demand.words.length === 0) return true
  const headed = saidIn(above)
  if (lacksWords(demand, borneOut(demand, [...own, ...headed, ...neighbours.flat(), ...opening]))) return false
  if (LEANS.test(said)) return true
  // What is asked for must be said of what is asked about, and not of what another sentence is about.
  const here = borneOut(demand, [...own, ...headed]).length
  return here > 0 && neighbours.every((words) => borneOut(demand, [...words, ...headed]).length <= here)
}

function borneOut({ words }: Demand, said: readonly string[]): string[] {
  const known = saidWords(said)
  return words.filter((word) => isBorneOut(word, known))
}

/** Whether words are missing that may not be: soft ones may beside another, and one of several that are alternatives. */
function lacksWords({ words, soft, hasAlternatives }: Demand, found: readonly string[]): boolean {
  const mayLackSoft = found.some((word) => !soft.has(word))
  const missing = words.filter((word) => !found.includes(word) && !(mayLackSoft && soft.has(word)))
  return missing.length > (hasAlternatives ? 1 : 0)
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

function namesAll(asked: ReadonlySet<number>, named: (text: string) => Set<number>, text: string): boolean {
  if (asked.size === 0) return true
  const said = named(text)
  return [...asked].every((day) => said.has(day))
}
