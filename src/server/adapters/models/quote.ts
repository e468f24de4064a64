import { askedWords } from '../../knowledge/asked-words.ts'
import { SMALL_AGENT_CHUNKS } from '../../knowledge/small-agent.ts'
import { termsOf } from '../../knowledge/terms.ts'
import type { Passage, RankedUnit } from '../../knowledge/types.ts'
import { folded } from './borne-out.ts'
import { similarityOf } from './evidence.ts'
import { answersQuestion, type Reading, type ReadUnit, readingsOf } from './readings.ts'
import { bearsOut, demandOf } from './support.ts'

/** A quote. `isChecked` says whether the passage was found to bear out what the question names and asks for. */
export type Quote = { passage: number; text: string; isChecked: boolean }

const FIRST_CHARACTERS = 600 // quoted at most around the best unit of the best passage, usually a whole paragraph
const SECOND_CHARACTERS = 420
const SECOND_PASSAGE_FROM = 0.75 // share of the best passage's score below which a second passage is not quoted
const ROW_WITHIN = 0.08 // table rows are quoted if their score is at most this much below the best row's
const NEAR = 0.3 // share of the best unit's similarity, times `trust`, below which a neighbour is about something else
const NUMBER_WEIGHT = 0.06
const LEANING =
  /^(?:it|its|this|that|these|those|they|he|she|such|the (?:default|value|latter|former|same)|otherwise|however|if so|note)\b/i
const NUMBERED = /^\d{1,9}[.)]\s/
const WRITES_NO_SPACE = /[\u3000-\u303f\uff00-\uffef]$/
const RARE_WORDS_WEIGHT = 0.5
const PLAIN_WORDS_WEIGHT = 0.15
const ASKS_FOR_NUMBER =
  /\b(?:how (?:many|much|long|large|big|small|high|old|often|far|fast|late|early)|when|what time|(?:maximum|minimum|default|limit|price|cost|port|size|fee|rate|number)|wie ?viele?|wie (?:lange|groß|hoch|oft)|wann|combien|quand|cuánt[oa]s?|cuándo|quant[oiae]s?|quando|hoeveel|wanneer)\b/i
/** Matches a text that contains a number in digits or words, or a word in its place such as "free". */
const NUMBER =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|half|dozen|hundred|thousand|million|free|unlimited|eine?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|kostenlos)\b/i

/**
 * The best quotes from at most two passages, best first, in the passages' own words.
 * @param checks whether the quotes of a small agent must bear out what the question names and asks for
 */
export function quotesFrom(question: string, passages: readonly Passage[], checks = true): Quote[] {
  const worth = worthFor(question)
  const { readings, isChecked } = supportedOf(question, readingsOf(question, passages), checks)
  const ranked = readings
    .map((reading) => ({ reading, worth: worthOf(reading, worth(reading.passage)) }))
    .sort((one, other) => other.worth - one.worth)
  const [best, ...others] = ranked
  if (!best) return []
  const quoted = ({ reading }: typeof best, characters: number): Quote => {
    return { isChecked, passage: reading.index, text: quote(reading, characters, worth(reading.passage)) }
  }
  const first = quoted(best, FIRST_CHARACTERS)
  const next = others.find((other) => other.worth >= best.worth * SECOND_PASSAGE_FROM)
  if (!next || answersQuestion(best.reading.passage)) return [first]
  const second = quoted(next, SECOND_CHARACTERS)
  return first.text.includes(second.text) ? [first] : [first, second]
}

/** A small agent's passages that bear the question out, as the nearest is often about something alike; else all. */
function supportedOf(
  question: string,
  readings: Reading[],
  checks: boolean,
): { readings: Reading[]; isChecked: boolean } {
  const [first] = readings
  const demand = checks && first && first.passage.among <= SMALL_AGENT_CHUNKS ? demandOf(question) : null
  if (!demand) return { readings, isChecked: false }
  const isSupported = ({ passage, units }: Reading) => {
    const sentences = units.length > 0 ? units : [{ text: passage.content, isLabel: false }]
    return bearsOut(demand, sentences, passage.heading ?? '')
  }
  const supported = readings.filter(isSupported)
  const isBest = ({ text }: RankedUnit) => demand.kinds.some(({ best }) => best?.(folded(text)))
  const best = supported.filter(({ units }) => units.some(isBest))
  return { readings: best.length > 0 ? best : supported, isChecked: true }
}

/**
 * Makes a function that scores a unit as an answer: its similarity; the question's words in it, weighed by rarity; its
 * share of those that the heading lacks, common ones too; and a bonus for a number if one is asked for.
 */
function worthFor(question: string): (passage: Passage) => Worth {
  const asked = new Set(termsOf(askedWords(question)))
  const asksForNumber = ASKS_FOR_NUMBER.test(question)
  return ({ heading }) => {
    const named = new Set(termsOf(heading ?? ''))
    const open = [...asked].filter((term) => !named.has(term))
    return ({ text, similarity, coverage }) => {
      const said = new Set(termsOf(text))
      const share = open.filter((term) => said.has(term)).length / Math.max(asked.size, 1)
      const number = asksForNumber && NUMBER.test(text) ? NUMBER_WEIGHT : 0
      return similarity + RARE_WORDS_WEIGHT * coverage + PLAIN_WORDS_WEIGHT * share + number
    }
  }
}

type Worth = (unit: RankedUnit) => number

/** The score of a passage: its retrieval score plus that of its best unit or of the question it answers. */
function worthOf(reading: Reading, worth: Worth): number {
  const { passage, units } = reading
  const question = answersQuestion(passage) ? similarityOf(reading) + RARE_WORDS_WEIGHT * passage.coverage : 0
  return passage.score + Math.max(question, ...units.filter((unit) => !unit.isLabel).map(worth))
}

function quote({ passage, units }: Reading, characters: number, worth: Worth): string {
  if (units.length === 0) return passage.content
  if (answersQuestion(passage) && passage.content.length <= 900) return join(units)
  const told = units.filter((unit) => !unit.isLabel)
  const best = told.reduce((leader, unit) => (worth(unit) > worth(leader) ? unit : leader))
  if (best.kind === 'row')
    return join(units.filter((unit) => unit.kind === 'row' && worth(unit) >= worth(best) - ROW_WITHIN))
  return join(windowAround(units, units.indexOf(best), characters, passage.trust))
}

/**
 * The best unit with its neighbours in the same paragraph or list, while they fit: those after it explain it, those
 * before it often say what "it" means. A line that announces others ("as follows:") is quoted together with them.
 */
function windowAround(units: readonly ReadUnit[], at: number, characters: number, trust: number): ReadUnit[] {
  let from = at
  let to = at + 1
  let length = units[at]!.text.length
  const near = units[at]!.similarity * NEAR * trust
  const fits = (unit: RankedUnit) => length + unit.text.length <= characters
  const belongs = (unit: RankedUnit) => unit.similarity >= near || unit.kind === 'code' || leansBack(unit)
  const takeBefore = () => {
    const before = units[from - 1]
    if (!before || (before.isLabel && !before.leads) || !fits(before) || !introduces(before, units[from]!)) return false
    if (before.similarity < near && !leansBack(units[from]!) && !isOpen(before)) return false
    length += before.text.length
    from -= 1
    return true
  }
  const takeAfter = () => {
    const after = units[to]
    if (!after || after.isLabel || !fits(after)) return false
    if (!isOpen(units[to - 1]!) && !(after.block === units[to - 1]!.block && belongs(after))) return false
    length += after.text.length
    to += 1
    return true
  }
  if (leansBack(units[at]!)) takeBefore()
  while (takeAfter());
  while (takeBefore());
  return units.slice(from, to)
}

function leansBack({ kind, text }: RankedUnit): boolean {
  return kind !== 'sentence' || LEANING.test(text)
}

/**
 * Whether a sentence leads up to a unit: in the same block, without an end mark, or directly above its list or code.
 */
function introduces(before: RankedUnit, unit: RankedUnit): boolean {
  if (before.kind !== 'sentence') return false
  return before.block === unit.block || isOpen(before) || (unit.kind !== 'sentence' && before.block === unit.block - 1)
}

/** Whether a sentence has no end mark: "The following are accepted:", or a list's line without its formatting. */
function isOpen({ kind, text }: RankedUnit): boolean {
  return kind === 'sentence' && !/[.!?。！？]["”’)\]]*$/.test(text)
}

/** Joins units into Markdown: sentences run on, list items and table rows get lines of their own, code gets fences. */
function join(units: readonly RankedUnit[]): string {
  let text = ''
  let before: RankedUnit | undefined
  for (const unit of units) {
    const line = write(unit, units.length === 1)
    text += before === undefined ? line : separator(before, unit) + line
    before = unit
  }
  return text
}

function write({ kind, text }: RankedUnit, alone: boolean): string {
  if (kind === 'code') return fence(text)
  return kind === 'sentence' || alone || NUMBERED.test(text) ? text : `- ${text}`
}

function fence(code: string): string {
  const ticks = '`'.repeat(Math.max(3, ...Array.from(code.matchAll(/`+/g), ([run]) => run.length + 1)))
  return `${ticks}\n${code}\n${ticks}`
}

/** The text between two units: sentences of a paragraph run on, and a line without an end mark keeps its line break. */
function separator(before: RankedUnit, unit: RankedUnit): string {
  if (unit.kind !== 'sentence') return '\n'
  if (before.block !== unit.block) return '\n\n'
  if (isOpen(before)) return '\n'
  return WRITES_NO_SPACE.test(before.text) ? '' : ' '
}
