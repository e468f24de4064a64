import { termsOf } from '../../knowledge/terms.ts'
import type { Passage } from '../../knowledge/types.ts'
import { languageOf } from './language.ts'
import { answersQuestion, type Reading, type ReadUnit, readingsOf } from './readings.ts'

/**
 * Logistic weights, fitted on 141 questions on manual pages and small companies' material, two thirds of them with no
 * answer there (e2e/real-input). `choice` counts for each natural logarithm of the number of chunks to choose from.
 */
const WEIGHTS = { evidence: 10.3, coverage: 3.4, strangers: -3.1, choice: -0.1, constant: -5.8 }

/** A little below half, since the questions fitted on mostly had no answer, and those of visitors mostly have one. */
export const KNOWN_FROM = 0.43

/**
 * How likely it is that the passages hold the answer, 0 to 1: by the sentence nearest to the question, by how much of
 * the question they mention, by how many there were to choose from, and by whether the question names what they never do.
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

/** Cosine of the question and what comes nearest to it: a sentence, or the question that the passage answers. */
export function evidenceOf({ passage, units }: Reading): number {
  const told = units.filter((unit) => !unit.isLabel).map((unit) => unit.similarity)
  const asked = answersQuestion(passage) ? [passage.headingSimilarity] : []
  return told.length > 0 ? Math.max(...told, ...asked) : passage.similarity
}

/** How much of the question the passage mentions, without the words that only a label has that leads to nothing. */
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

/** "Which port does Redis listen on?" is no question for a manual that never says Redis. In English: German capitalises every noun. */
function namesStranger(question: string, passages: readonly Passage[]): boolean {
  if (languageOf(question) !== 'en') return false
  const names = question.match(/(?<=[\p{L}\p{N},;:] )\p{Lu}[\p{L}\p{N}]+/gu) ?? []
  if (names.length === 0) return false
  const known = new Set(
    passages.flatMap(({ title, heading, content }) => termsOf(`${title} ${heading ?? ''} ${content}`)),
  )
  return names.some((name) => !termsOf(name).every((term) => known.has(term)))
}
