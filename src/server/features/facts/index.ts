import type { Eraser } from '../../context.ts'
import { keepErasedCitations, loseConversation } from './queries.ts'

export type { Facts } from './advance.ts'
export { countAnew } from './count-anew.ts'
export { countCitations, factWrites, noteRating, QUIET_MS } from './keep-facts.ts'

/** Removes the id of an erased conversation from its facts, and counts its citations as erased, so that totals stay. */
export const eraseFromFacts: Eraser = async (tx, conversation) => {
  await loseConversation(tx, conversation.id)
  await keepErasedCitations(tx, conversation)
}
