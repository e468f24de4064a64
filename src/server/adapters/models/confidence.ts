import { termsOf } from '../../knowledge/terms.ts'
import type { Passage } from '../../knowledge/types.ts'
import { languageOf } from './language.ts'
import { answersQuestion, type Reading, type ReadUnit, readingsOf } from './readings.ts'

/**
 * Logistic regression weights, fitted on 141 questions about manual pages and small companies' websites, two thirds of
 * which those did not answer (e2e/real-input). `choice` is multiplied by the natural logarithm of the number of chunks
 * that were searched.
 */
const WEIGHTS = { evidence: 10.3, coverage: 3.4, strangers: -3.1, choice: -0.1, constant: -5.8 }

/**
 * Confidence from which the built-in model answers. It lies a little below one half because most questions of the
 * fitted data had no answer, while most questions of visitors have one.
 */
export const KNOWN_FROM = 0.43

/**
 * The probability (0 to 1) that the passages answer the question. It grows with the similarity of the nearest sentence
 * and with the share of the question's words they contain, and falls with the number of chunks searched and if the
 * question names something that no passage mentions.
 */
export function confidenceOf(question: string, passages: readonly Passage[]): number {
  const [first] = passages
  if (!first) return 0
  const readings = readingsOf(question, passages)
  const evidence = Math.max(0, ...readings.map(evidenceOf))
  const coverage = Math.max(0, ...readings.slice(0, 3).map((reading) => coverageOf(reading, question)))
  const sum =
    WEIGHTS.constant +
    WEIGHTS.evidence * evidence +
    WEIGHTS.coverage * coverage +
    WEIGHTS.choice * Math.log(first.among) +
    (namesStranger(question, passages) ? WEIGHTS.strangers : 0)
  return 1 / (1 + Math.exp(-sum))
}

/**
 * Cosine similarity of the question to the nearest sentence of a passage, or to the question that the passage answers.
 */
export function evidenceOf({ passage, units }: Reading): number {
  const told = units.filter((unit) => !unit.isLabel).map((unit) => unit.similarity)
  const asked = answersQuestion(passage) ? [passage.headingSimilarity] : []
  return told.length > 0 ? Math.max(...told, ...asked) : passage.similarity
}

/**
 * The share of the question's words that a passage contains, not counting words found only in labels that introduce
 * nothing.
 */
function coverageOf({ passage, units }: Reading, question: string): number {
  if (!units.some(isBare)) return passage.coverage
  const { title, heading } = passage
  const told = new Set(
    termsOf([title, heading, ...units.filter((unit) => !isBare(unit)).map(({ text }) => text)].join('\n')),
  )
  const labelled = new Set(units.filter(isBare).flatMap(({ text }) => termsOf(text)))
  const asked = [...new Set(termsOf(question))]
  const lost = asked.filter((term) => labelled.has(term) && !told.has(term))
  return passage.coverage * (1 - lost.length / Math.max(asked.length, 1))
}

const isBare = ({ isLabel, leads }: ReadUnit) => isLabel && !leads

/**
 * Whether the question contains a proper name that no passage mentions: a manual without the word Redis can't answer
 * "Which port does Redis listen on?". Only for English, since German capitalises every noun.
 */
function namesStranger(question: string, passages: readonly Passage[]): boolean {
  if (languageOf(question) !== 'en') return false
  const names = question.match(/(?<=[\p{L}\p{N},;:] )\p{Lu}[\p{L}\p{N}]+/gu) ?? []
  if (names.length === 0) return false
  const known = new Set(
    passages.flatMap(({ title, heading, content }) => termsOf(`${title} ${heading ?? ''} ${content}`)),
  )
  return names.some((name) => !termsOf(name).every((term) => known.has(term)))
}
