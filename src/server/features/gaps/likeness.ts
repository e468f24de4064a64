/** What the words count for beside the meaning, where the embedder knows the language. */
export const WORDS_WEIGHT = 0.5

/** The embedder finds some meaning in common in any two questions of a language that it knows. This much is taken off. */
const COMMON = 0.1

/** Likeness from which on two questions count as one. Chosen from what e2e/real-input/fit-gaps.ts prints. */
export const ALIKE = 0.45

/**
 * How alike two questions are, at most 1: by meaning as far as the embedder knows their language, and by words.
 * @param cosine of their embeddings
 * @param shared how many terms both have
 * @param terms how many terms each has
 * @param trust how much the embedder knows of their language, from 0 to 1
 */
export function likeness(cosine: number, shared: number, terms: readonly [number, number], trust: number): number {
  const all = terms[0] + terms[1]
  const words = all === 0 ? 0 : (2 * shared) / all
  return (trust * Math.max(0, cosine) + WORDS_WEIGHT * words) / (trust + WORDS_WEIGHT) - COMMON * trust
}
