import type { HeldFor, RatingScore } from '#contract/enums.ts'
import { newId } from '../../db/ids.ts'
import type { Row } from '../../db/rows.ts'

export type Facts = Row<'conversation_facts'>

/** What happened in a conversation, as far as it is counted. `at` is in milliseconds since 1970. */
export type Happening =
  /**
   * The visitor's first words. `heldFor`: why people have the conversation already, so that the AI will not answer;
   * undefined if it may.
   */
  | { kind: 'visitor_began'; at: number; heldFor: HeldFor | undefined; isNewVisitor: boolean }
  | { kind: 'ai_answered'; at: number; decision: Row<'receipts'>['decision']; isOwnKey: boolean }
  | { kind: 'handed_over'; at: number; reason: HeldFor }
  | { kind: 'person_wrote'; at: number }
  | { kind: 'closed'; at: number }
  | { kind: 'reopened'; at: number }
  | { kind: 'rated'; at: number; score: RatingScore }
  | { kind: 'deleted'; at: number }

/** The facts of a conversation that was opened, whoever opened it, and in which nothing has happened yet. */
export function openedFacts(
  conversation: Pick<Row<'conversations'>, 'id' | 'organization_id' | 'agent_id' | 'origin' | 'created_at'>,
): Facts {
  const { id, organization_id, agent_id, origin, created_at } = conversation
  return {
    ...{ id: newId(), conversation_id: id, organization_id, agent_id, origin },
    started_at: created_at,
    is_new_visitor: 0,
    answered_at: null,
    unknown_at: null,
    handed_over_at: null,
    hand_over_reason: null,
    human_replied_at: null,
    reply_ms: null,
    closed_at: null,
    reopened_at: null,
    rating: null,
    rated_at: null,
    own_key_replies: 0,
    suggestions_sent: 0,
    suggestions_edited: 0,
    suggestions_discarded: 0,
  }
}

/**
 * The facts of a conversation after something has happened in it. This function and `openedFacts` alone define the facts,
 * except `reply_ms` (`timed`) and what became of suggestions (`countSuggestion`).
 */
export function advance(facts: Facts, happening: Happening): Facts {
  const { kind, at } = happening
  switch (kind) {
    case 'visitor_began': {
      const began = { ...facts, is_new_visitor: happening.isNewVisitor ? (1 as const) : (0 as const) }
      const { heldFor } = happening
      return heldFor ? { ...began, handed_over_at: at, hand_over_reason: heldFor } : began
    }
    case 'ai_answered': {
      const own_key_replies = facts.own_key_replies + (happening.isOwnKey ? 1 : 0)
      const replied = { ...facts, own_key_replies }
      if (happening.decision === 'answered') return { ...replied, answered_at: facts.answered_at ?? at }
      return happening.decision === 'unknown' ? { ...replied, unknown_at: facts.unknown_at ?? at } : replied
    }
    case 'handed_over':
      if (facts.handed_over_at !== null) return facts
      return { ...facts, handed_over_at: at, hand_over_reason: happening.reason }
    case 'person_wrote':
      if (facts.handed_over_at === null) return facts
      return { ...facts, human_replied_at: facts.human_replied_at ?? at }
    case 'closed':
      return { ...facts, closed_at: at }
    case 'reopened':
      return { ...facts, closed_at: null, reopened_at: facts.reopened_at ?? at }
    case 'rated':
      return { ...facts, rating: happening.score, rated_at: at }
    case 'deleted':
      return { ...facts, closed_at: facts.closed_at ?? at }
  }
}
