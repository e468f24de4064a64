/** What the words count for beside the meaning, where the embedder knows the language. */
export const WORDS_WEIGHT = 0.5

/** From here on two questions ask the same. Fitted by e2e/real-input/fit-gaps.ts, which prints what it costs. */
export const ALIKE = 0.6

/**
 * How alike two questions are, from 0 to 1: by meaning as far as the embedder knows their language, and by words.
 * @param cosine of their embeddings
 * @param shared how many terms both have
 * @param terms how many terms each has
 * @param trust how much the embedder knows of their language, from 0 to 1
 */
export function likeness(cosine: number, shared: number, terms: readonly [number, number], trust: number): number {
  const all = terms[0] + terms[1]
  const words = all === 0 ? 0 : (2 * shared) / all
  return (trust * Math.max(0, cosine) + WORDS_WEIGHT * words) / (trust + WORDS_WEIGHT)
}
