import type { AnswerThreshold } from '#contract/enums.ts'
import type { Passage } from '../../knowledge/types.ts'
import { type Evidence, evidenceFor } from './evidence.ts'
import { type Quote, quotesFrom } from './quote.ts'

/**
 * Logistic regression weights: fitted by e2e/real-input/fit-confidence.ts on half of two public sets, XQuAD in ten
 * languages and SQuAD 2.0, which are encyclopedia paragraphs, and on small companies' websites. A run of the script
 * gives each of them to within 0.1, but for `opposite`; docs/answers.md says what they do badly. The first counts for each kind of evidence;
 * the second is added where the embedder knows the question's language wholly, as it does English.
 */
const WEIGHTS: Record<Exclude<keyof Evidence, 'trust'>, readonly [number, number]> = {
  similarity: [3.8, 1.82],
  covered: [2.25, -2.79],
  sentence: [4.6, -3.05],
  strange: [-1.38, 2.49],
  lacked: [-2.06, -2.38],
  rarest: [1.6, 0.82],
  words: [2.38, -1.93],
  numbers: [-1.65, -0.37],
  over: [4.14, -2.65],
  ahead: [3.74, -1.86],
  terms: [1.06, 1.1],
  negated: [-0.94, -1.99],
  negates: [0.35, -0.31],
  // Too few questions have it for the fit to move it far: -0.89 and -1.23. As next to none of them has its answer, and
  // near misses are in English alone, it was set by hand for all languages.
  opposite: [-4, 0],
  uncounted: [-0.65, -0.52],
}
const CONSTANT = [-4.29, -1.57] as const
// Weight of trust × (1 − trust), cubed: it is large where neither words nor vectors decide alone. The fit gives next to
// nothing. It was set by hand, so that fewer questions about something else are answered in languages that the embedder
// half knows.
const HALF_KNOWN = -44
// Runs of characters meet by chance more or less often than words do. The fit gives 2 for Han characters; it was
// lowered by hand, so that fewer questions about something else are answered.
const SCRIPTS: readonly [RegExp, number][] = [
  [/\p{Script=Han}/u, 1.7],
  [/[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u, -0.27],
]

/**
 * Confidence from which the built-in model answers. Set by hand: a little below one half, as most questions have an
 * answer. `cautious` is set so that it refuses nearly half of the questions that only seem to have one.
 */
export const KNOWN_FROM: Record<AnswerThreshold, number> = { cautious: 0.55, balanced: 0.44, bold: 0.3 }

/** The probability (0 to 1) that the passages answer the question, from what of the question their best quotes bear out. */
export function confidenceOf(
  question: string,
  passages: readonly Passage[],
  quotes: readonly Quote[] = quotesFrom(question, passages),
): number {
  const evidence = evidenceFor(question, passages, quotes)
  if (!evidence) return 0
  const { trust, ...kinds } = evidence
  const isKnown = trust ** 4 // Words of one's own language are counted on fully only where nearly all of it is known.
  const script = SCRIPTS.find(([pattern]) => pattern.test(question))?.[1] ?? 0
  let sum = CONSTANT[0] + CONSTANT[1] * isKnown + HALF_KNOWN * (trust * (1 - trust)) ** 3 + script
  for (const [kind, [weight, more]] of Object.entries(WEIGHTS))
    sum += (weight + more * isKnown) * kinds[kind as keyof typeof kinds]
  return 1 / (1 + Math.exp(-sum))
}
