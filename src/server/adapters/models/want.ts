import type { Passage } from '../../knowledge/types.ts'

type Want = 'no_passage' | 'not_supported'

/**
 * The share of the highest possible score from which a passage counts as near. Set between questions about something
 * else and those that a passage nearly answers, on questions in ten languages.
 */
const NEAR_FROM = 0.3
const MOST_BY_WORDS = 0.8 // what the words shared with the question add to a score at most

/** `not_supported` if a passage is near to the question, though without its answer; `no_passage` if none is. */
export function wantOf(passages: readonly Pick<Passage, 'score' | 'trust'>[]): Want {
  return passages.some(({ score, trust }) => score >= NEAR_FROM * (trust + MOST_BY_WORDS))
    ? 'not_supported'
    : 'no_passage'
}
