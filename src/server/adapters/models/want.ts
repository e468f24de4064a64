import type { Passage } from '../../knowledge/types.ts'

type Want = 'no_passage' | 'not_supported'

/**
 * The share of the highest possible score from which a passage counts as near. Set between questions about something
 * else and those that a passage nearly answers, on questions in ten languages.
 */
const NEAR_FROM = 0.3
const MOST_BY_WORDS = 0.8 // what the words shared with the question add to a score at most

/** How near a passage is to the question: its share of the highest possible score. */
export const nearnessOf = ({ score, trust }: Pick<Passage, 'score' | 'trust'>): number =>
  score / (trust + MOST_BY_WORDS)

/** `not_supported` if a passage is near to the question, though without its answer; `no_passage` if none is. */
export function wantOf(passages: readonly Pick<Passage, 'score' | 'trust'>[]): Want {
  return passages.some((passage) => nearnessOf(passage) >= NEAR_FROM) ? 'not_supported' : 'no_passage'
}
