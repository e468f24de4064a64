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
  /** The id that the API shows: from the identity token if the visitor is verified, otherwise a generated one. */
  chat_user_id: string
  name: string | null
  email: string | null
  /** Whether the name is from an identity token, so that the visitor can't change it. */
  name_proved: Generated<Flag>
  /** Whether the e-mail address is from an identity token, so that the visitor can't change it. */
  email_proved: Generated<Flag>
  identity_verified: Flag
  page_url: string | null
  referrer: string | null
  locale: string | null
  user_agent: string | null
  /** When a stream of theirs was last known to be open, written only while people have their conversation. */
  seen_at: Generated<Milliseconds | null>
  created_at: Milliseconds
  updated_at: Milliseconds
}

interface VisitorSessions {
  token_hash: string
  visitor_id: string
  created_at: Milliseconds
  /** Extended at each visit, and at most daily by other requests; a day after a verified visitor's last proof. */
  expires_at: Milliseconds
  /** The conversation that a mail's link has opened, and that alone; null for the sessions of a visitor's own browser. */
  conversation_id: Generated<string | null>
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
   * Increases with whatever makes a reply in progress unwanted, such as another message or a change of mode. A reply is
   * stored only if the counter is unchanged since its request.
   */
  turn: number
  message_count: number
  webhook_sequence: number
  last_message_role: MessageRole | null
  last_message_excerpt: string | null
  last_message_at: Milliseconds | null
  /**
   * The position of a visitor's message that nobody has answered, since which the AI has only told them something: that a
   * person comes, that none can, or that it can't answer. Null if there is no such message, or the AI has told nothing.
   */
  left_open_position: Generated<number | null>
  /** Since when the visitor has been waiting for a person, or for an AI that does not answer; null if they are not. */
  waiting_since: Milliseconds | null
  /** The `waiting_since` of a wait that ended without an answer, for when that is undone before anybody writes. */
  waited_since: Milliseconds | null
  /** Number of thread entries after the last message. */
  entry_count: number
  /** The visitor, if they write in the chat on a website; null for conversations of other channels. */
  visitor_id: string | null
  /** The position up to which that visitor has read; null if they have read nothing. */
  visitor_read_position: number | null
  /** When the visitor read up to there; null if they have read nothing. */
  visitor_read_at: Milliseconds | null
  /** The user it is assigned to. One who is no longer a member counts as nobody. */
  assignee_id: string | null
  /** Until when it is snoozed; `UNTIL_VISITOR`: until the visitor writes; null if it is not. */
  snoozed_until: Milliseconds | null
  /** The ids of its labels as a JSON array. Some of the labels may have been deleted since. */
  label_ids: Json
  /** When the visitor first wrote; null until then. */
  asked_at: Generated<Milliseconds | null>
  /** The last message, if it offers a person and the visitor has not answered that yet. */
  offered_message_id: Generated<string | null>
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
   * Whether a member or an API key wrote a human message; null for imported ones. A visitor's message has
   * `member` where a member wrote it in the dashboard to try the agent, and null otherwise.
   */
  author_type: 'member' | 'key' | null
  key_id: string | null
  created_at: Milliseconds
  deleted_at: Milliseconds | null
}

interface ThreadEntries {
  id: string
  conversation_id: string
  /** The position of the message that the entry comes after; 0 if it comes before the first. */
  after_message: number
  /** 1, 2, 3 … among the entries after the same message. */
  number: number
  type: ThreadEntryType
  author_type: ThreadAuthorType
  /** The user or API key that acted; null for others. */
  author_id: string | null
  content: string | null
  /** Further data of some types, such as a note's mentions, the new assignee, or why the AI handed over. */
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
  /** The conversation's `waiting_since`, which identifies the wait. */
  waiting_since: Milliseconds
  /** How many times a job has checked whom to mail about the wait. */
  step: number
  /** The ids of the users who have been mailed about the wait, as a JSON array. */
  user_ids: Json
}

interface VisitorMessages {
  visitor_id: string
  /** The id that the browser gave the message, so that sending it again does not store it twice. */
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
  /** Written at most once a minute, unless `is_allowed` changes. */
  seen_at: Milliseconds
}

interface Suggestions {
  id: string
  conversation_id: string
  /** The conversation's turn and number of messages when it was asked for; others mean that it has moved on. */
  turn: number
  message_count: number
  /** Whether a member asked for it, who is told if there is no answer. */
  is_asked: Flag
  /** Null while it is being written; empty if there is no answer. */
  content: string | null
  /** Passages as a JSON array. */
  citations: Json
  /** The month whose credit pays for it; null if none does, or once it is returned. */
  credit_period: string | null
  created_at: Milliseconds
}

interface Replies {
  id: string
  conversation_id: string
  turn: number
  status: 'pending' | 'stored' | 'superseded' | 'discarded' | 'failed'
  /** The month whose credit the reply reserved (`2026-11`); null if none, or if it ended without being stored. */
  credit_period: string | null
  message_id: string | null
  /** The visitor's message that it answers, or the one whose action was completed; null if the conversation was given back. */
  asked_message_id: string | null
  /** Whether a program follows it while it is written. Visitors of a website always do. */
  is_followed: Generated<Flag>
  /** The text of a reply that was not sent, because a person had taken over or the conversation was closed. */
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
  /** Why the AI did not answer; null if it did. */
  reason: AnswerReason | null
  /** What the knowledge was searched for; null if it was not searched. */
  search_query: string | null
  /** Whether the reply lacks its end, because a provider's model could not write all of it. */
  is_cut: Generated<Flag>
  /** Whether a model of the organization's own account wrote it. */
  is_own_key: Generated<Flag>
  /** What was found of each sentence of a provider's reply, as a JSON array; null if nothing was checked. */
  sentences: Generated<Json | null>
  /** Whether the model was asked once more for some of them; null if nothing was checked. */
  is_retried: Generated<Flag | null>
  /** The tokens that the provider counted; null if it counts none, or nothing was checked. */
  input_tokens: Generated<number | null>
  output_tokens: Generated<number | null>
}

interface SourceCitations {
  message_id: string
  source_id: string
  conversation_id: string
  created_at: Milliseconds
}

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
  suggestions: Suggestions
  receipts: AnswerTraces
  source_citations: SourceCitations
}
