import type { Passage } from '../../knowledge/types.ts'

/** Why there was no answer in the passages. */
type Want = 'no_passage' | 'not_supported'

/**
 * The share of the highest possible score from which a passage counts as near. Set between questions about something
 * else and those that a passage nearly answers, on questions in ten languages.
 */
const NEAR_FROM = 0.3
const MOST_BY_WORDS = 0.8 // what the words of a question add to a score at most

/** Tells a question that nothing in the agent's sources is near to from one that they come near to without an answer. */
export function wantOf(passages: readonly Pick<Passage, 'score' | 'trust'>[]): Want {
  return passages.some(({ score, trust }) => score >= NEAR_FROM * (trust + MOST_BY_WORDS))
    ? 'not_supported'
    : 'no_passage'
}
