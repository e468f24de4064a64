import { plainText } from '../../knowledge/plain-text.ts'
import type { Passage, RankedUnit } from '../../knowledge/types.ts'
import { answersQuestion, evidenceOf, readPassages } from './confidence.ts'

/** `passage` counts from 0 in the passages given. */
export type Quote = { passage: number; text: string }

const FIRST_CHARACTERS = 420 // of the best passage; about three sentences
const SECOND_CHARACTERS = 320
const SECOND_PASSAGE_FROM = 0.75 // of the best passage's worth
const ROW_WITHIN = 0.08 // rows this near to the best row's cosine come with it
const LEANING =
  /^(?:it|its|this|that|these|those|they|he|she|such|the (?:default|value|latter|former|same)|otherwise|however|if so|note)\b/i
const TERM_WEIGHT = 0.2 // as in the ranking

/** The best pieces of the best two passages, best first, in the passages' own words. */
export function quotesFrom(passages: readonly Passage[]): Quote[] {
  const ranked = readPassages(passages)
    .map((passage) => ({ passage, index: passages.indexOf(passage), worth: worthOf(passage) }))
    .sort((one, other) => other.worth - one.worth)
  const [best, ...others] = ranked
  if (!best) return []
  const first = { passage: best.index, text: quote(best.passage, FIRST_CHARACTERS) }
  const next = others.find(({ worth }) => worth >= best.worth * SECOND_PASSAGE_FROM)
  if (!next || answersQuestion(best.passage)) return [first]
  const second = { passage: next.index, text: quote(next.passage, SECOND_CHARACTERS) }
  return first.text.includes(second.text) ? [first] : [first, second]
}

function worthOf(passage: Passage): number {
  const bestUnit = Math.max(0, ...passage.units.map(worthOfUnit))
  return answersQuestion(passage)
    ? Math.max(bestUnit, evidenceOf(passage) + TERM_WEIGHT * passage.coverage)
    : bestUnit || passage.score
}

function worthOfUnit(unit: RankedUnit): number {
  return unit.similarity + TERM_WEIGHT * unit.coverage
}

function quote(passage: Passage, characters: number): string {
  const { units } = passage
  if (units.length === 0) return plainText(passage.content)
  if (answersQuestion(passage) && passage.content.length <= 900) return join(units)
  const best = units.reduce((leader, unit) => (worthOfUnit(unit) > worthOfUnit(leader) ? unit : leader))
  if (best.kind === 'row')
    return join(units.filter((unit) => unit.kind === 'row' && unit.similarity >= best.similarity - ROW_WITHIN))
  return join(windowAround(units, units.indexOf(best), characters))
}

/**
 * The best unit and its neighbours while they fit. What follows in the same paragraph or list explains it, what comes
 * before is needed where it leans on that: "It is 5432 by default." says nothing by itself.
 */
function windowAround(units: readonly RankedUnit[], at: number, characters: number): RankedUnit[] {
  let from = at
  let to = at + 1
  let length = units[at]!.text.length
  const take = (index: number, wanted: (unit: RankedUnit) => boolean) => {
    const unit = units[index]
    if (!unit || !wanted(unit) || length + unit.text.length > characters) return false
    length += unit.text.length
    return true
  }
  while (leansBack(units[from]!) && take(from - 1, introduces(units[from]!))) from -= 1
  while (take(to, continues(units[to - 1]!))) to += 1
  return units.slice(from, to)
}

function leansBack({ kind, text }: RankedUnit): boolean {
  return kind !== 'sentence' || LEANING.test(text)
}

/** An item needs the line above its list, not the items before it. */
function introduces(unit: RankedUnit) {
  return (before: RankedUnit) => before.kind === 'sentence' && (unit.kind !== 'sentence' || before.block === unit.block)
}

function continues(unit: RankedUnit) {
  return (next: RankedUnit) => next.block === unit.block || unit.text.endsWith(':')
}

/** Units as they read best: sentences in a row, items and rows on lines of their own, code fenced. */
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
  if (kind === 'code') return `\`\`\`\n${text}\n\`\`\``
  return kind === 'sentence' || alone ? text : `- ${text}`
}

function separator(before: RankedUnit, unit: RankedUnit): string {
  return before.kind === 'sentence' && unit.kind === 'sentence' ? ' ' : '\n'
}
