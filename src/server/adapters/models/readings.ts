import { askedWords } from '../../knowledge/asked-words.ts'
import { isQuestion } from '../../knowledge/question-mark.ts'
import { termsOf } from '../../knowledge/terms.ts'
import type { Passage, RankedUnit } from '../../knowledge/types.ts'
import { pointsElsewhere } from './pointers.ts'

/** A passage prepared for answering a question; `index` is its place among the given ones. */
export type Reading = { passage: Passage; index: number; units: ReadUnit[] }

/**
 * A sentence, list item, table row or piece of code of a passage. A label (a heading, a menu entry, a line of a footer)
 * is never an answer by itself. One that `leads` introduces the lines after it ("Opening hours", then "Monday 9 to 5"):
 * such a line gets the mean of both similarities, and the label's coverage, each only if that is higher than its own.
 * One that names all of the subject that a visitor writes ("network policies") introduces the sentence after it too.
 */
export type ReadUnit = RankedUnit & { isLabel: boolean; leads: boolean }

const SENTENCE_END = /[.!?:;…。！？；।؟]["'”’»)\]*_`]*$/
const ANNOUNCES = /[:：]["'”’»)\]*_`]*$/
const SAYS_A_FACT = /[\p{N}@]|:\s*\S|:\/\//u // a price, opening hours, an email address, "Owner: Maria Weber"
const LATIN = /^[\p{Script=Latin}\p{N}\p{P}\p{S}\s]+$/u
const LABEL_MAXIMUM = 80 // characters; a longer text is a sentence without a full stop
const ASKS_WHAT =
  /^\W*(?:who|whom|whose|what|which|when|where|why|how|until when|wer|wen|wem|was|welche[rsnm]?|wann|wo|wohin|woher|warum|wie\w*|bis wann|qui|que|quoi|quel\w*|quand|où|pourquoi|comment|combien|quién\w*|qué|cuál\w*|cuándo|d[óo]nde|cómo|cuánt\w*|quem|qual|quais|quando|onde|como|quant\w*|chi|che|cosa|dove|perché|come|wie|wat|welke?|wanneer|waar\w*|hoe\w*)(?!\p{L})/iu

/**
 * The passages with units (or all, if none has any), without those that are only labels. If no unit is a complete
 * sentence (a price list), nothing counts as a label.
 */
export function readingsOf(question: string, passages: readonly Passage[]): Reading[] {
  const all = passages.map((passage, index): Reading => ({ passage, index, units: passage.units.map(asIs) }))
  const detailed = all.filter(({ units }) => units.length > 0)
  if (detailed.length === 0) return all
  const hasSentences = detailed.some(({ units }) => units.some(isSentence))
  return detailed
    .map((reading) => ({ ...reading, units: hasSentences ? read(reading.passage, question) : reading.units }))
    .map((reading) => (answersQuestion(reading.passage) ? reading : { ...reading, units: withAnswers(reading.units) }))
    .filter(({ units }) => units.some((unit) => !unit.isLabel))
}

/**
 * Marks what answers nothing: lines that only point elsewhere, and questions. What follows a question, in the same
 * block or the next, answers it, so it is compared with a visitor's question as the question itself is.
 */
function withAnswers(units: readonly ReadUnit[]): ReadUnit[] {
  let asked: ReadUnit | undefined
  return units.map((unit): ReadUnit => {
    if (unit.kind !== 'code' && isQuestion(unit.text)) {
      asked = unit
      return { ...unit, isLabel: true, leads: false }
    }
    if (unit.kind !== 'code' && pointsElsewhere(unit.text)) return { ...unit, isLabel: true, leads: false }
    if (!asked || unit.block > asked.block + 1) return unit
    return {
      ...unit,
      isLabel: false,
      similarity: Math.max(unit.similarity, asked.similarity),
      coverage: Math.max(unit.coverage, asked.coverage),
    }
  })
}

const asIs = (unit: RankedUnit): ReadUnit => ({ ...unit, isLabel: false, leads: false })

function read(passage: Passage, question: string): ReadUnit[] {
  let leader: (ReadUnit & { at: number }) | undefined
  return passage.units.map((unit, at) => {
    const next = passage.units[at + 1]
    if (isLabel(passage, at) && !confirms(unit, question)) {
      const isAbout = isSubject(question) && namesAll(unit, question)
      const leads =
        next !== undefined && (isAbout || !isSentence(next)) && next.kind !== 'code' && !looksLikeLabel(next)
      const label = { ...unit, isLabel: true, leads }
      leader = leads ? { ...label, at } : undefined
      return label
    }
    const led = leader
    if (isSentence(unit) || unit.kind === 'code') leader = undefined
    // Of sentences, a label introduces only the one below it.
    if (!led || (!leader && led.at !== at - 1)) return asIs(unit)
    return {
      ...asIs(unit),
      similarity: Math.max(unit.similarity, (unit.similarity + led.similarity) / 2),
      coverage: Math.max(unit.coverage, led.coverage),
    }
  })
}

/**
 * Whether a passage answers a question in its heading: a question-and-answer pair, or a section whose heading is a
 * question.
 */
export function answersQuestion({ heading }: Pick<Passage, 'heading'>): boolean {
  return isQuestion(heading ?? '')
}

function isSentence({ kind, text }: RankedUnit): boolean {
  return kind === 'sentence' && SENTENCE_END.test(text)
}

function isLabel(passage: Passage, at: number): boolean {
  const { units } = passage
  const unit = units[at]!
  if (answersQuestion(passage) || !looksLikeLabel(unit)) return false
  // The lines after "The following are accepted:" are its content, not labels.
  const before = units.slice(0, at).findLast((other) => !looksLikeLabel(other))
  if (before?.kind === 'sentence' && ANNOUNCES.test(before.text)) return false
  const hasSentence = units.some(isSentence)
  // The only line under a heading is that section's content.
  if (!hasSentence && topicOf(passage) !== null && topicOf(passage) !== unit.text) return false
  return unit.kind !== 'item' || (hasSentence && !isAnnounced(passage, unit.block))
}

/** The heading directly above a passage; null if there is none, or if it is the title of the whole source. */
function topicOf({ heading, title }: Passage): string | null {
  return heading === null || heading === title ? null : heading.split(' > ').at(-1)!
}

function looksLikeLabel({ kind, text }: RankedUnit): boolean {
  const mayBe = kind === 'sentence' || kind === 'item'
  return mayBe && text.length <= LABEL_MAXIMUM && !SENTENCE_END.test(text) && !SAYS_A_FACT.test(text)
}

/** Whether a list has a heading or a sentence before it that says what it is about; otherwise it may be a menu. */
function isAnnounced(passage: Passage, list: number): boolean {
  if (topicOf(passage) !== null) return true
  const before = passage.units.findLast(({ block }) => block < list)
  return before !== undefined && before.kind === 'sentence' && !looksLikeLabel(before)
}

/**
 * Whether a label has all words of a yes-or-no question: "Dogs allowed" answers "Are dogs allowed?". To a visitor who
 * writes a subject alone, a heading of the same words tells nothing.
 */
function confirms(unit: RankedUnit, question: string): boolean {
  return !ASKS_WHAT.test(question) && !isSubject(question) && namesAll(unit, question)
}

/**
 * Whether a visitor writes no question but the words of its subject alone: "network policies". Told by the lack of
 * words such as "are", which are known of languages in Latin letters.
 */
function isSubject(question: string): boolean {
  if (isQuestion(question) || !LATIN.test(question)) return false
  return (question.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).every((word) => termsOf(word).length > 0)
}

function namesAll({ text }: RankedUnit, question: string): boolean {
  const said = new Set(termsOf(text))
  const asked = termsOf(askedWords(question))
  return asked.length > 0 && asked.every((term) => said.has(term))
}
