import type { Generated } from 'kysely'
import type { HeldFor, Origin, RatingScore } from '#contract/enums.ts'
import type { Flag, Milliseconds } from './types.ts'

/** What is counted of a conversation, from when it is opened. */
interface ConversationFacts {
  id: string
  /** Null once the conversation is erased: its facts are kept and still counted. */
  conversation_id: string | null
  organization_id: string
  agent_id: string
  origin: Origin
  /** When the conversation was opened. */
  started_at: Milliseconds
  /** Whether the visitor has written in it, and to this agent never before. */
  is_new_visitor: Flag
  /** When the AI first answered. */
  answered_at: Milliseconds | null
  /** When the AI first said that it does not know. */
  unknown_at: Milliseconds | null
  /** When the conversation was first handed over to people, or began with them. */
  handed_over_at: Milliseconds | null
  hand_over_reason: HeldFor | null
  /** When a person first wrote after `handed_over_at`. */
  human_replied_at: Milliseconds | null
  /**
   * Working time from `handed_over_at` to `human_replied_at`, in milliseconds; null if either is null, or if a person
   * took over unasked; 0 if the team did not work in between, so that the reply counts in no figure of working time.
   */
  reply_ms: number | null
  /** When it was last closed, or else deleted; null while it is open. */
  closed_at: Milliseconds | null
  /** When it was first reopened. */
  reopened_at: Milliseconds | null
  /** The visitor's last rating, of an answer or of the whole conversation. */
  rating: RatingScore | null
  rated_at: Milliseconds | null
  /** How many replies models of the organization's own accounts wrote. */
  own_key_replies: Generated<number>
  /** How many replies that the AI suggested people have sent as they were, changed and sent, or not wanted. */
  suggestions_sent: Generated<number>
  suggestions_edited: Generated<number>
  suggestions_discarded: Generated<number>
}

/** What the numbers of the overview are made from. */
export interface OverviewTables {
  conversation_facts: ConversationFacts
}
