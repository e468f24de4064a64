import type { AnswerThreshold } from '#contract/enums.ts'
import type { Passage } from '../../knowledge/types.ts'
import { type Evidence, evidenceFor } from './evidence.ts'
import { type Quote, quotesFrom } from './quote.ts'

/**
 * What is weighed: the evidence, and much of it once more by how far the question's language is `known`. That is where
 * the embedder has four of five words whole, as it has of English; below two of five it knows a language not at all.
 */
export function inputsOf(question: string, evidence: Evidence) {
  const { similarity, sentence, words, over, ahead, negated, opposite } = evidence
  const known = Math.min(1, Math.max(0, (evidence.whole - 0.4) / 0.4))
  return {
    constant: 1,
    trust: evidence.trust,
    // How often terms meet by chance differs from script to script.
    han: Number(/\p{Script=Han}/u.test(question)),
    thai: Number(/[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u.test(question)),
    devanagari: Number(/\p{Script=Devanagari}/u.test(question)),
    ...{ similarity, sentence, words, over, ahead, negated, opposite },
    numbers: evidence.numbers,
    together: evidence.together,
    known,
    knownSimilarity: known * similarity,
    knownSentence: known * sentence,
    knownWords: known * words,
    knownOver: known * over,
    knownAhead: known * ahead,
    knownNegated: known * negated,
    knownCovered: known * evidence.covered,
    knownStrange: known * evidence.strange,
    knownLacked: known * evidence.lacked,
    knownTerms: known * evidence.terms,
  }
}

/**
 * Logistic regression weights as e2e/real-input/fit-confidence.ts prints them, but for `opposite`: fitted on half of two
 * public sets, XQuAD in ten languages and SQuAD 2.0, which are encyclopedia paragraphs, and on small companies' websites.
 */
const WEIGHTS: Record<keyof ReturnType<typeof inputsOf>, number> = {
  constant: -4.63,
  trust: -1.36,
  han: 1.24,
  thai: -0.71,
  devanagari: -0.21,
  similarity: 3.99,
  sentence: 5.64,
  words: 3.19,
  over: 4.17,
  ahead: 3.64,
  negated: -0.77,
  // Set by hand. Too few questions have it for the fit, which gives about -1; but next to none of them has its answer,
  // and near misses are in English alone.
  opposite: -4,
  numbers: -1.86,
  together: 0.7,
  known: 0.27,
  knownSimilarity: 2.35,
  knownSentence: -3.95,
  knownWords: -1.44,
  knownOver: -3.29,
  knownAhead: -1.89,
  knownNegated: -2.2,
  knownCovered: -2.41,
  knownStrange: 0.77,
  knownLacked: -2.12,
  knownTerms: 2.78,
}

/**
 * Confidence from which the built-in model answers. `balanced` and `cautious` are the lowest at which a third and nearly half
 * of the questions that only seem to have an answer are refused on articles that the weights were not fitted on.
 */
export const KNOWN_FROM: Record<AnswerThreshold, number> = { cautious: 0.51, balanced: 0.4, bold: 0.3 }

/** The probability (0 to 1) that the passages answer the question, from what of the question their best quotes bear out. */
export function confidenceOf(
  question: string,
  passages: readonly Passage[],
  quotes: readonly Quote[] = quotesFrom(question, passages),
): number {
  const evidence = evidenceFor(question, passages, quotes)
  if (!evidence) return 0
  const inputs = Object.entries(inputsOf(question, evidence))
  const sum = inputs.reduce((total, [name, input]) => total + WEIGHTS[name as keyof typeof WEIGHTS] * input, 0)
  return 1 / (1 + Math.exp(-sum))
}
