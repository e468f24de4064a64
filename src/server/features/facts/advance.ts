import type { HeldFor, RatingScore } from '#contract/enums.ts'
import type { Row } from '../../db/rows.ts'

export type Facts = Row<'conversation_facts'>

/** What happened in a conversation, as far as it is counted. `at` is in milliseconds since 1970. */
export type Happening =
  /** `heldFor`: why people have the conversation already, so that the AI will not answer; undefined if it may. */
  | { kind: 'visitor_wrote'; at: number; heldFor: HeldFor | undefined }
  | { kind: 'ai_answered'; at: number; decision: Row<'receipts'>['decision']; isOwnKey: boolean }
  | { kind: 'handed_over'; at: number; reason: HeldFor }
  | { kind: 'person_wrote'; at: number }
  | { kind: 'closed'; at: number }
  | { kind: 'reopened'; at: number }
  | { kind: 'rated'; at: number; score: RatingScore }
  | { kind: 'deleted'; at: number }

/** The facts that stay as they began: which conversation, whose, from which channel, and if its visitor was new. */
export type Subject = Pick<
  Facts,
  'id' | 'conversation_id' | 'organization_id' | 'agent_id' | 'origin' | 'is_new_visitor'
>

/**
 * The facts of a conversation after something has happened in it; undefined until a visitor writes. This function alone
 * defines the facts, except those of `subject` and `reply_ms` (`timed`).
 */
export function advance(facts: Facts | undefined, happening: Happening, subject: Subject): Facts | undefined {
  const { kind, at } = happening
  if (!facts) return kind === 'visitor_wrote' ? begin(subject, at, happening.heldFor) : undefined
  switch (kind) {
    case 'visitor_wrote':
      return facts
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

function begin(subject: Subject, at: number, heldFor: HeldFor | undefined): Facts {
  return {
    ...subject,
    started_at: at,
    answered_at: null,
    unknown_at: null,
    handed_over_at: heldFor ? at : null,
    hand_over_reason: heldFor ?? null,
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
