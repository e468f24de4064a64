import type { Generated } from 'kysely'
import type {
  AnswerDecision,
  AnswerReason,
  ConversationStatus,
  MessageRole,
  Origin,
  RatingScore,
  ResponseMode,
  ThreadAuthorType,
  ThreadEntryType,
} from '#contract/enums.ts'
import type { Flag, Json, Milliseconds } from './types.ts'

interface Visitors {
  id: string
  organization_id: string
  agent_id: string
  /** The id that the API shows: made up for somebody unknown, from the identity token of somebody verified. */
  chat_user_id: string
  name: string | null
  email: string | null
  identity_verified: Flag
  page_url: string | null
  referrer: string | null
  locale: string | null
  user_agent: string | null
  created_at: Milliseconds
  updated_at: Milliseconds
}

interface VisitorSessions {
  token_hash: string
  visitor_id: string
  created_at: Milliseconds
  /** Extended at most once a day while it is used; that of somebody verified ends a day after their last proof. */
  expires_at: Milliseconds
}

interface Conversations {
  id: string
  organization_id: string
  agent_id: string
  session_id: string
  origin: Origin
  status: ConversationStatus
  response_mode: ResponseMode
  chat_user_id: string
  chat_user_name: string | null
  chat_user_email: string | null
  identity_verified: Flag
  /**
   * Increases with every visitor message, human reply, change of mode and close. A reply is stored only if the counter
   * still has the value it had when the reply was requested.
   */
  turn: number
  message_count: number
  webhook_sequence: number
  last_message_role: MessageRole | null
  last_message_excerpt: string | null
  last_message_at: Milliseconds | null
  /** Since when the visitor waits for a person; null if they do not. */
  waiting_since: Milliseconds | null
  /**
   * Since when they waited until it was closed or given to the AI without an answer. They wait since then again if that
   * is taken back before anybody writes.
   */
  waited_since: Milliseconds | null
  /** How many entries of the thread lie behind the last message. */
  entry_count: number
  /** Who writes in it from a website; null for conversations made in other ways. */
  visitor_id: string | null
  /** The position up to which that visitor has read. */
  visitor_read_position: number | null
  /** When they did; null for what was read before this was noted. */
  visitor_read_at: Milliseconds | null
  /** The member who has it. Whoever is a member no more counts as nobody. */
  assignee_id: string | null
  /** Until when it is out of sight; `UNTIL_VISITOR`: until the visitor writes. */
  snoozed_until: Milliseconds | null
  /** The ids of its labels as a JSON array. Some may belong to labels that were deleted since. */
  label_ids: Json
  /** When a visitor first wrote; null before, and where an older version has noted nothing. */
  asked_at: Generated<Milliseconds | null>
  created_at: Milliseconds
  updated_at: Milliseconds
  deleted_at: Milliseconds | null
}

interface ConversationLabels {
  conversation_id: string
  label_id: string
  status: ConversationStatus
  updated_at: Milliseconds
}

interface Messages {
  id: string
  conversation_id: string
  /** 1, 2, 3 … within the conversation, without gaps. */
  position: number
  role: MessageRole
  content: string
  /** A `MessageAction` as JSON. */
  action: Json | null
  action_required: Flag
  /** The user who wrote a human message, or who owns the API key that sent it. */
  user_id: string | null
  /**
   * Whether a member or an API key wrote a human message; null for those of an older release. A visitor's message has
   * `member` where a member wrote it in the dashboard to try the agent, and null otherwise.
   */
  author_type: 'member' | 'key' | null
  /** The API key that sent a human message. */
  key_id: string | null
  created_at: Milliseconds
  deleted_at: Milliseconds | null
}

interface ThreadEntries {
  id: string
  conversation_id: string
  /** The position of the message that it lies behind; 0 if none. */
  after_message: number
  /** 1, 2, 3 … among the entries behind the same message. */
  number: number
  type: ThreadEntryType
  author_type: ThreadAuthorType
  /** The user or API key that acted; null for others. */
  author_id: string | null
  /** The text of a note. */
  content: string | null
  /** What else belongs to an entry of its type: a note's mentions, or why the AI handed over. */
  details: Json | null
  created_at: Milliseconds
  edited_at: Milliseconds | null
}

interface ReadMarks {
  conversation_id: string
  user_id: string
  after_message: number
  number: number
}

interface MailedWaits {
  conversation_id: string
  /** Which wait it is. */
  waiting_since: Milliseconds
  /** How many times the wait has been looked at. */
  step: number
  /** The ids of those who have been mailed of it, as a JSON array. */
  user_ids: Json
}

interface VisitorMessages {
  visitor_id: string
  /** The id that the browser gave it. */
  client_id: string
  content_hash: string
  message_id: string
  created_at: Milliseconds
}

interface Ratings {
  conversation_id: string
  /** Empty for the conversation as a whole. */
  message_id: string
  score: RatingScore
  comment: string
  created_at: Milliseconds
}

interface WidgetSightings {
  agent_id: string
  origin: string
  is_allowed: Flag
  /** Written at most once a minute. */
  seen_at: Milliseconds
}

interface Replies {
  id: string
  conversation_id: string
  turn: number
  status: 'pending' | 'stored' | 'superseded' | 'discarded' | 'failed'
  /** The month in which the message credit was reserved (`2026-11`); null if none was. */
  credit_period: string | null
  message_id: string | null
  /** The reply that was not sent, because a person took over before it was stored. */
  draft: string | null
  created_at: Milliseconds
  updated_at: Milliseconds
}

interface AnswerTraces {
  message_id: string
  citations: Json
  model: string
  latency_ms: number
  decision: AnswerDecision
  /** Why it did not answer; null when it did, or when an older version wrote the row. */
  reason: AnswerReason | null
  /** What the knowledge was searched for; null when it was not. */
  search_query: string | null
  /** Whether a provider's model had more to say than it could. */
  is_cut: Generated<Flag>
}

/** An answer that cites a source. */
interface SourceCitations {
  message_id: string
  source_id: string
  conversation_id: string
  created_at: Milliseconds
}

/** Visitors, their conversations, and what the team keeps beside them. */
export interface ConversationTables {
  visitors: Visitors
  visitor_sessions: VisitorSessions
  conversations: Conversations
  conversation_labels: ConversationLabels
  messages: Messages
  thread_entries: ThreadEntries
  read_marks: ReadMarks
  mailed_waits: MailedWaits
  visitor_messages: VisitorMessages
  ratings: Ratings
  widget_sightings: WidgetSightings
  replies: Replies
  receipts: AnswerTraces
  source_citations: SourceCitations
}
