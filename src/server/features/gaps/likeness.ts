/** The weight of shared words. The weight of the meaning is `trust`, which is at most 1. */
const WORDS_WEIGHT = 0.5

/** The embedder finds any two questions of a language it knows somewhat alike. This, times `trust`, is subtracted. */
const COMMON = 0.1

/** The least likeness at which two questions ask the same. Chosen from what e2e/real-input/fit-gaps.ts prints. */
export const ALIKE = 0.45

/**
 * How alike two questions are, at most 1: by meaning as far as the embedder knows their language, and by words.
 * @param shared how many terms both have
 * @param terms how many terms each has
 * @param trust how much the embedder knows of their language, from 0 to 1
 */
export function likeness(cosine: number, shared: number, terms: readonly [number, number], trust: number): number {
  const all = terms[0] + terms[1]
  const words = all === 0 ? 0 : (2 * shared) / all
  return (trust * Math.max(0, cosine) + WORDS_WEIGHT * words) / (trust + WORDS_WEIGHT) - COMMON * trust
}
