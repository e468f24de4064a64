import type { Eraser } from '../../context.ts'
import { keepErasedCitations, loseConversation } from './queries.ts'

export type { Facts } from './advance.ts'
export { countAnew } from './count-anew.ts'
export { countCitations, factWrites, noteRating, QUIET_MS } from './keep-facts.ts'

/** Leaves the facts of an erased conversation without its id, so that it stays counted. */
export const eraseFromFacts: Eraser = async (tx, conversation) => {
  await loseConversation(tx, conversation.id)
  await keepErasedCitations(tx, conversation)
}
