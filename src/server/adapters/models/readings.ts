import { termsOf } from '../../knowledge/terms.ts'
import type { Passage, RankedUnit } from '../../knowledge/types.ts'

/** A passage as it can answer: `index` is its place among those given. */
export type Reading = { passage: Passage; index: number; units: ReadUnit[] }

/**
 * A label (a heading, a menu's entry, a line of a footer) is never an answer. One that `leads` has lines below it that are
 * no sentences ("Opening hours", "Monday 9 to 5"): it is read with them, and speaks half for them.
 */
export type ReadUnit = RankedUnit & { isLabel: boolean; leads: boolean }

const SENTENCE_END = /[.!?:;…。！？；।؟]["'”’»)\]*_`]*$/
const ANNOUNCES = /[:：]["'”’»)\]*_`]*$/
const SAYS_A_FACT = /[\p{N}@]|:\s*\S|:\/\//u // a price, hours, an address, "Owner: Maria Weber"
const LABEL_MAXIMUM = 80 // characters; whoever writes more has made a sentence and forgotten its full stop
const ASKS_WHAT =
  /^\W*(?:who|whom|whose|what|which|when|where|why|how|until when|wer|wen|wem|was|welche[rsnm]?|wann|wo|wohin|woher|warum|wie\w*|bis wann|qui|que|quoi|quel\w*|quand|où|pourquoi|comment|combien|quién\w*|qué|cuál\w*|cuándo|d[óo]nde|cómo|cuánt\w*|quem|qual|quais|quando|onde|como|quant\w*|chi|che|cosa|dove|perché|come|wie|wat|welke?|wanneer|waar\w*|hoe\w*)(?!\p{L})/iu

/**
 * The passages that came with their units, or all where none did, without those that only have labels. Where nothing is a
 * sentence, as in a price list or with an author who writes no full stops, nothing is a label either.
 */
export function readingsOf(question: string, passages: readonly Passage[]): Reading[] {
  const all = passages.map((passage, index): Reading => ({ passage, index, units: passage.units.map(asIs) }))
  const detailed = all.filter(({ units }) => units.length > 0)
  if (!detailed.some(({ units }) => units.some(isSentence))) return detailed.length > 0 ? detailed : all
  return detailed
    .map((reading) => ({ ...reading, units: read(reading.passage, question) }))
    .filter(({ units }) => units.some((unit) => !unit.isLabel))
}

const asIs = (unit: RankedUnit): ReadUnit => ({ ...unit, isLabel: false, leads: false })

function read(passage: Passage, question: string): ReadUnit[] {
  let leader: ReadUnit | undefined
  return passage.units.map((unit, at) => {
    const next = passage.units[at + 1]
    if (isLabel(passage, at) && !confirms(unit, question)) {
      const leads = next !== undefined && !isSentence(next) && next.kind !== 'code' && !looksLikeLabel(next)
      const label = { ...unit, isLabel: true, leads }
      leader = leads ? label : undefined
      return label
    }
    if (isSentence(unit) || unit.kind === 'code') leader = undefined
    if (!leader) return asIs(unit)
    return {
      ...asIs(unit),
      similarity: Math.max(unit.similarity, (unit.similarity + leader.similarity) / 2),
      coverage: Math.max(unit.coverage, (unit.coverage + leader.coverage) / 2),
    }
  })
}

/** A question-and-answer pair, or a page's section under a question. */
export function answersQuestion({ heading }: Pick<Passage, 'heading'>): boolean {
  return /[?？]\s*$/.test(heading ?? '')
}

/** Whether a unit ends as a sentence does. */
export function isSentence({ kind, text }: RankedUnit): boolean {
  return kind === 'sentence' && SENTENCE_END.test(text)
}

function isLabel(passage: Passage, at: number): boolean {
  const { units } = passage
  const unit = units[at]!
  if (answersQuestion(passage) || !looksLikeLabel(unit)) return false
  // Lines below "The following are accepted:" are what it announces.
  const before = units.slice(0, at).findLast((other) => !looksLikeLabel(other))
  if (before?.kind === 'sentence' && ANNOUNCES.test(before.text)) return false
  const hasSentence = units.some(isSentence)
  // What stands alone under a heading of its own is what that heading is about.
  if (!hasSentence && topicOf(passage) !== null && topicOf(passage) !== unit.text) return false
  return unit.kind !== 'item' || (hasSentence && !isAnnounced(passage, unit.block))
}

/** The heading right above a passage, unless that is the title of the whole source. */
function topicOf({ heading, title }: Passage): string | null {
  return heading === null || heading === title ? null : heading.split(' > ').at(-1)!
}

function looksLikeLabel({ kind, text }: RankedUnit): boolean {
  const mayBe = kind === 'sentence' || kind === 'item'
  return mayBe && text.length <= LABEL_MAXIMUM && !SENTENCE_END.test(text) && !SAYS_A_FACT.test(text)
}

/** A list that something leads to says what that is; one that nothing leads to is a menu. */
function isAnnounced(passage: Passage, list: number): boolean {
  if (topicOf(passage) !== null) return true
  const before = passage.units.findLast(({ block }) => block < list)
  return before !== undefined && before.kind === 'sentence' && !looksLikeLabel(before)
}

/** "Dogs allowed" answers "Are dogs allowed?": whether something is so, and the line says all that is asked about. */
function confirms({ text }: RankedUnit, question: string): boolean {
  if (ASKS_WHAT.test(question)) return false
  const said = new Set(termsOf(text))
  const asked = termsOf(question)
  return asked.length > 0 && asked.every((term) => said.has(term))
}
