import type { Eraser } from '../../context.ts'
import { keepCitations, loseConversation } from './queries.ts'

export type { Facts } from './advance.ts'
export { heldSince } from './happenings.ts'
export { factWrites, noteRating, QUIET_MS } from './keep-facts.ts'
export { type Prospect, prospectOf } from './prospect.ts'
export { countSuggestion, selectLastHandOver } from './queries.ts'

/** Takes the ids of an erased conversation out of its facts and its citations, so that they stay counted. */
export const eraseFromFacts: Eraser = async (tx, conversation) => {
  await loseConversation(tx, conversation.id)
  await keepCitations(tx, conversation.id)
}
