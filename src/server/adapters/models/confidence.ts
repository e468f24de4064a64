import type { AnswerThreshold } from '#contract/enums.ts'
import type { Passage } from '../../knowledge/types.ts'
import { type Evidence, evidenceFor } from './evidence.ts'
import { type Quote, quotesFrom } from './quote.ts'

/**
 * Logistic regression weights: fitted by e2e/real-input/fit-confidence.ts on half of two public sets, XQuAD in ten
 * languages and SQuAD 2.0, which are encyclopedia paragraphs, and on small companies' websites. A run of the script
 * gives each of them to within 0.1; docs/answers.md says what they do badly. The first counts for each kind of evidence;
 * the second is added where the embedder knows the question's language wholly, as it does English.
 */
const WEIGHTS: Record<Exclude<keyof Evidence, 'trust'>, readonly [number, number]> = {
  similarity: [3.98, 2.17],
  covered: [2.21, -3.03],
  sentence: [4.91, -3.41],
  strange: [-1.44, 2.32],
  rarest: [1.26, -0.2],
  words: [2.46, -2.18],
  numbers: [-1.71, -0.27],
  over: [4.46, -2.69],
  ahead: [3.85, -2.02],
  terms: [1.49, 0.75],
  negated: [-0.88, -1.9],
  negates: [0.32, -0.23],
  opposite: [-0.38, -0.57],
  uncounted: [-0.72, -0.56],
}
const CONSTANT = [-4.46, -1.23] as const
// Where neither words nor vectors decide alone. The fit gives -0.15. This was set by hand, so that fewer questions about
// something else are answered in languages of which the embedder knows half.
const HALF_KNOWN = -2
// Runs of characters meet by chance more or less often than words do. The fit gives 2.05 for Han characters; this was
// lowered by hand for the same reason.
const SCRIPTS: readonly [RegExp, number][] = [
  [/\p{Script=Han}/u, 1.7],
  [/[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u, -0.29],
]

/**
 * Confidence from which the built-in model answers. Set by hand: a little below one half, as most questions have an
 * answer. `cautious` is set so that it refuses nearly half of the questions that only seem to have one.
 */
export const KNOWN_FROM: Record<AnswerThreshold, number> = { cautious: 0.57, balanced: 0.46, bold: 0.3 }

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
  let sum = CONSTANT[0] + CONSTANT[1] * isKnown + HALF_KNOWN * trust * (1 - trust) + script
  for (const [kind, [weight, more]] of Object.entries(WEIGHTS))
    sum += (weight + more * isKnown) * kinds[kind as keyof typeof kinds]
  return 1 / (1 + Math.exp(-sum))
}
