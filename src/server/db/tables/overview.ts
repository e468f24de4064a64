import type { Generated } from 'kysely'
import type { HandOverReason, Origin, RatingScore } from '#contract/enums.ts'
import type { Flag, Json, Milliseconds } from './types.ts'

/** Columns of sums, each the number of conversations of which something is true. */
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
  /** Null once the conversation is erased, which stays counted. */
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
  /** When people first had it. */
  handed_over_at: Milliseconds | null
  hand_over_reason: HandOverReason | 'taken_over' | null
  /** When a person first wrote after that. */
  human_replied_at: Milliseconds | null
  /** How long that took, in the working hours as they were then. */
  reply_ms: number | null
  /** Since when it is closed; null while it is open. */
  closed_at: Milliseconds | null
  /** When it was first opened again. */
  reopened_at: Milliseconds | null
  /** The visitor's last rating, of an answer or of the whole. */
  rating: RatingScore | null
  rated_at: Milliseconds | null
}

/** Notes that what is counted of a conversation has changed, so that its hour must be summed anew. */
interface StaleHours {
  id: string
  organization_id: string
  agent_id: string
  origin: Origin
  /** When the conversation started. */
  started_at: Milliseconds
}

/** The sums of the conversations that started in an hour, of an agent or of all agents of an organization. */
interface OverviewHours extends Sums {
  organization_id: string
  /** The agent, or the organization. */
  scope_id: string
  origin: Origin
  /** The beginning of the hour. */
  hour: Milliseconds
  /** How many first human replies took how long, as a JSON object of classes; null if there are none. */
  reply_times: Json | null
  /** When the first of its conversations may have gone quiet, so that the hour must be summed anew. */
  due_at: Milliseconds | null
}

/** How far the counting of an organization's conversations has got. */
interface OverviewPlaces {
  organization_id: string
  /** Conversations up to this id have their facts; null once all have. */
  backfilled_to: string | null
  /** Hours up to this one are being summed anew; null when none are. */
  summed_to: Milliseconds | null
  /** How many milliseconds after the full hour of UTC the hours of its time zone begin. */
  alignment: number
}

/** How many answers have cited a source in a day of UTC. Several rows, so that writers don't wait for each other. */
interface CitationDays {
  agent_id: string
  /** Days since 1970. */
  day: number
  source_id: string
  part: number
  answers: number
  /** How many of the citations were in conversations that are erased. */
  erased: Generated<number>
}

/** What the numbers of the overview are made of. */
export interface OverviewTables {
  conversation_facts: ConversationFacts
  stale_hours: StaleHours
  overview_hours: OverviewHours
  overview_places: OverviewPlaces
  citation_days: CitationDays
}
