import type { Generated } from 'kysely'
import type { HandOverReason, Origin, RatingScore } from '#contract/enums.ts'
import type { Flag, Json, Milliseconds } from './types.ts'

/** Columns of sums, each a number of conversations; `columnsOf` (features/overview/sum.ts) says which it counts. */
interface Sums {
  conversations: number
  new_visitors: number
  confirmed: number
  silent: number
  reopened: number
  asked_for_person: number
  no_answer: number
  model_failed: number
  people_only: number
  no_credits: number
  taken_over: number
  unknown: number
  good: number
  bad: number
  replied: number
}

/** What is counted of a conversation that a visitor has written in. */
interface ConversationFacts {
  id: string
  /** Null once the conversation is erased: its facts are kept and still counted. */
  conversation_id: string | null
  organization_id: string
  agent_id: string
  origin: Origin
  /** When the visitor first wrote. */
  started_at: Milliseconds
  /** Whether the visitor had not written to this agent before. */
  is_new_visitor: Flag
  /** When the AI first answered. */
  answered_at: Milliseconds | null
  /** When the AI first said that it does not know. */
  unknown_at: Milliseconds | null
  /** When the conversation was first handed over to people, or began with them. */
  handed_over_at: Milliseconds | null
  hand_over_reason: HandOverReason | 'taken_over' | null
  /** When a person first wrote after `handed_over_at`. */
  human_replied_at: Milliseconds | null
  /**
   * Working time from `handed_over_at` to `human_replied_at`, in milliseconds; null if either is null, or if a person
   * took over unasked.
   */
  reply_ms: number | null
  /** When it was last closed, or else deleted; null while it is open. */
  closed_at: Milliseconds | null
  /** When it was first reopened. */
  reopened_at: Milliseconds | null
  /** The visitor's last rating, of an answer or of the whole conversation. */
  rating: RatingScore | null
  rated_at: Milliseconds | null
}

/** The facts of a conversation have changed, so the sums of the hour in which it started must be made anew. */
interface StaleHours {
  id: string
  organization_id: string
  agent_id: string
  origin: Origin
  /** When the conversation started. */
  started_at: Milliseconds
}

/** The sums over conversations that started in one hour, of one agent or of all agents of an organization. */
interface OverviewHours extends Sums {
  organization_id: string
  /** The id of the agent, or of the organization for the sums of all its agents. */
  scope_id: string
  origin: Origin
  /** The beginning of the hour. */
  hour: Milliseconds
  /** How many first human replies took how long, as a JSON object by classes of duration; null if there are none. */
  reply_times: Json | null
  /** When one of its conversations will next count as silent, so that the sums must be made anew; null if none will. */
  due_at: Milliseconds | null
}

/** How far an organization's hours are summed. */
interface OverviewPlaces {
  organization_id: string
  /** While all hours are summed anew, from the first to the last: those before this time are done. Otherwise null. */
  summed_to: Milliseconds | null
  /** How many milliseconds after a full hour of UTC the hours of the organization's time zone begin. */
  alignment: number
}

/**
 * How many answers cited a source on a UTC day. On PostgreSQL the count is spread over several rows, so that writers
 * seldom wait for each other.
 */
interface CitationDays {
  agent_id: string
  /** Days since 1970. */
  day: number
  source_id: string
  part: number
  answers: number
  /** How many of the answers were in conversations that are erased by now. */
  erased: Generated<number>
}

/** What the numbers of the overview are made from. */
export interface OverviewTables {
  conversation_facts: ConversationFacts
  stale_hours: StaleHours
  overview_hours: OverviewHours
  overview_places: OverviewPlaces
  citation_days: CitationDays
}
