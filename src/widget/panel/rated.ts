import type { ratingScores } from '#contract/enums.ts'
import type { Keeper } from './keeper.ts'

export type Score = (typeof ratingScores)[number]

const MOST_KEPT = 100
const KEY = 'rated'

/** How the visitor has rated answers of the AI, by message; it is kept in their browser. */
export function createRated(keeper: Keeper) {
  const read = (): [id: string, score: Score][] => {
    try {
      return JSON.parse(keeper.get(KEY) ?? '[]')
    } catch {
      return []
    }
  }
  return {
    all: () => new Map(read()),
    note(id: string, score: Score) {
      const others = read().filter(([known]) => known !== id)
      keeper.set(KEY, JSON.stringify([...others, [id, score]].slice(-MOST_KEPT)))
    },
  }
}
