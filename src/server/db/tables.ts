import type { Generated, Kysely, Transaction } from 'kysely'
import type { AuditAction, AuditActorType, AuditTargetType } from '#contract/audit-actions.ts'
import type {
  Availability,
  ConversationStatus,
  DeliveryStatus,
  IdentityMode,
  LabelColor,
  MessageRole,
  Origin,
  RatingScore,
  ResponseMode,
  SourceType,
  ThreadAuthorType,
  ThreadEntryType,
  TrainingStatus,
  VisitorJobKind,
  VisitorJobStatus,
} from '#contract/enums.ts'
import type { StreamEventName } from '#contract/events.ts'
import type { Plan } from '#contract/limits.ts'
import type { Role } from '#contract/roles.ts'

/** A time in milliseconds since 1970, in UTC. */
export type Milliseconds = number
/** 0 or 1, because SQLite has no boolean type. */
export type Flag = 0 | 1
/** A JSON text. */
export type Json = string

interface Users {
  id: string
  email: string
  name: string
  password_hash: string
  created_at: Milliseconds
}

interface Organizations {
  id: string
  /** One of the owners: the version before knows no other. */
  owner_id: string
  name: string
  plan: Plan
  /** After how many days closed conversations are erased; null: never. */
  retention_days: Generated<number | null>
  /** When that was last done, or first asked for. */
  retention_ran_at: Generated<Milliseconds | null>
  time_zone: Generated<string>
  /** When its team works, by weekday. Null: always. */
  working_hours: Generated<Json | null>
  created_at: Milliseconds
  updated_at: Milliseconds
}

/** Who belongs to an organization. At least one of them is its owner. */
interface Memberships {
  organization_id: string
  user_id: string
  role: Role
  availability: Generated<Availability>
  joined_at: Milliseconds
  /** Written at most once a minute. */
  last_seen_at: Milliseconds | null
  notify_desktop: Generated<Flag>
  notify_sound: Generated<Flag>
  /** After how many minutes of working time they are mailed that a visitor waits, while they are away; null: never. */
  mail_after_minutes: Generated<number | null>
}

interface Invitations {
  id: string
  organization_id: string
  email: string
  role: Role
  token_hash: string
  inviter_id: string
  created_at: Milliseconds
  expires_at: Milliseconds
  /** When it was accepted, revoked, replaced, or its inviter lost the right to it. */
  ended_at: Milliseconds | null
  /** Why the mail with the link could not be sent. */
  mail_error: string | null
}

/** What an organization's members mark conversations with. */
interface Labels {
  id: string
  organization_id: string
  name: string
  /** The name without differences of case, in which labels of an organization are unique. */
  folded_name: string
  color: LabelColor
  created_at: Milliseconds
}

/** A reply that a member keeps to send it again. */
interface SavedReplies {
  id: string
  organization_id: string
  /** Its author. */
  user_id: string
  title: string
  content: string
  /** Whether all members of the organization see it. */
  is_shared: Flag
  created_at: Milliseconds
}

interface Sessions {
  id: string
  user_id: string
  token_hash: string
  created_at: Milliseconds
  /** When the session ends; extended at most once a day while it is used. */
  expires_at: Milliseconds
  user_agent: string | null
}

interface SessionTokens {
  token_hash: string
  session_id: string
  expires_at: Milliseconds
  /** Where it is good. Null: made by a version that knew one organization for each person. */
  organization_id: string | null
}

/** Failed attempts to sign in by IP address and account, which limit further attempts. */
interface SignInFailures {
  id: string
  throttle_key: string
  failed_at: Milliseconds
}

/** A person's second factor. */
interface TwoFactors {
  user_id: string
  /** In base32. Null: two-factor is off. */
  secret: string | null
  /** The step of 30 s whose code was used last: neither it nor an earlier one counts again. */
  last_step: number
  /** A secret that counts once a code of it has been confirmed. */
  pending_secret: string | null
}

interface RecoveryCodes {
  id: string
  user_id: string
  code_hash: string
}

/** What a link in a mail allows, once. */
interface AccountTokens {
  id: string
  user_id: string
  purpose: 'password_reset' | 'email'
  /** Null until the mail is written, and once it was used or replaced: an unused row still counts against the throttle. */
  token_hash: string | null
  /** The new address. */
  email: string | null
  /** Whether its use also turns two-factor off. */
  ends_two_factor: Flag
  created_at: Milliseconds
  expires_at: Milliseconds
}

/** Who did what in an organization. Rows are never changed, except that an erased visitor's id is replaced by its hash. */
interface AuditEntries {
  id: string
  organization_id: string
  action: AuditAction
  actor_type: AuditActorType
  actor_id: string | null
  /** The name at that time, which stays when the member or the key is gone. */
  actor_name: string | null
  target_type: AuditTargetType
  target_id: string
  target_name: string | null
  /** The IP address of the request. */
  address: string | null
  created_at: Milliseconds
}

/** An export of what is known of visitors, or their erasure. Rows are deleted after a day. */
interface VisitorJobs {
  id: string
  organization_id: string
  kind: VisitorJobKind
  status: VisitorJobStatus
  /** The visitors, as JSON; null once they are erased. */
  matches: Json | null
  created_at: Milliseconds
}

interface ApiKeys {
  id: string
  organization_id: string
  user_id: string
  name: string
  scopes: Json
  key_hash: string
  last_four: string
  /** Null if the key never expires. */
  expires_at: Milliseconds | null
  last_used_at: Milliseconds | null
  revoked_at: Milliseconds | null
  created_at: Milliseconds
}

interface Agents {
  id: string
  organization_id: string
  name: string
  description: string
  model_id: string
  human_intervention: Flag
  only_human: Flag
  is_disabled: Flag
  disabled_reason: string | null
  instructions: string
  greeting: string
  identity_mode: IdentityMode
  /**
   * The secret for verifying visitors' identities. It is stored in clear, because an HMAC key can't be kept as a hash.
   */
  identity_secret: string | null
  /** Increases with every change of the agent's chunks, so that copies in memory can be recognised as outdated. */
  knowledge_version: number
  /** What differs from the usual settings of the chat on websites, as a JSON object; null: nothing. */
  widget: Json | null
  created_at: Milliseconds
  updated_at: Milliseconds
  deleted_at: Milliseconds | null
}

interface AgentActions {
  id: string
  agent_id: string
  slug: string
  name: string
  description: string
  fields: Json
  created_at: Milliseconds
  updated_at: Milliseconds
}

interface Sources {
  id: string
  agent_id: string
  type: SourceType
  title: string
  status: TrainingStatus
  is_draft: Flag
  task_id: string
  /** Depends on `type`. text: the text; qa: JSON pairs; url: the URL; file: JSON of storage key and file name. */
  content: string
  /** What the source counts against the plan: characters of a text or of questions and answers, bytes of a file. */
  size: number
  /** The crawl that a URL source came from, if any. */
  crawl_id: string | null
  created_at: Milliseconds
  updated_at: Milliseconds
}

interface TrainingJobs {
  id: string
  source_id: string
  agent_id: string
  status: TrainingStatus
  progress: number
  error: string | null
  created_at: Milliseconds
  updated_at: Milliseconds
}

interface Chunks {
  id: string
  agent_id: string
  source_id: string
  position: number
  heading: string | null
  content: string
  embedding: Uint8Array
  embedding_model: string
}

/** Records which source was changed by each version of an agent's knowledge. */
interface KnowledgeChanges {
  agent_id: string
  version: number
  source_id: string
}

interface Crawls {
  id: string
  organization_id: string
  url: string
  status: TrainingStatus
  error: string | null
  visited: number
  created_at: Milliseconds
  updated_at: Milliseconds
}

interface CrawlPages {
  crawl_id: string
  /** The URL in canonical form. */
  url: string
  position: number
  state: 'waiting' | 'found' | 'skipped'
  /** Why the URL was skipped; null if it was not. */
  reason: string | null
  /** A hash of a found page's content, by which duplicates are recognised. */
  fingerprint: string | null
  depth: number
}

/** Somebody who writes in the chat on a website, with one agent. */
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

/** The tokens by which visitors are known. */
interface VisitorSessions {
  token_hash: string
  visitor_id: string
  created_at: Milliseconds
  /** Extended at most once a day while it is used; that of somebody verified ends a day after their last proof. */
  expires_at: Milliseconds
}

/** The messages that visitors' browsers have sent, so that one sent again is stored once, even after a deletion. */
interface VisitorMessages {
  visitor_id: string
  /** The id that the browser gave it. */
  client_id: string
  content_hash: string
  message_id: string
  created_at: Milliseconds
}

/** Where an agent's chat was last put on a page, or would have been if its origin were allowed. */
interface WidgetSightings {
  agent_id: string
  origin: string
  is_allowed: Flag
  /** Written at most once a minute. */
  seen_at: Milliseconds
}

/** How visitors rated answers of the AI, and conversations as a whole. */
interface Ratings {
  conversation_id: string
  /** Empty for the conversation as a whole. */
  message_id: string
  score: RatingScore
  comment: string
  created_at: Milliseconds
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
  waiting_since: Milliseconds | null
  /** How many entries of the thread lie behind the last message. */
  entry_count: number
  /** Who writes in it from a website; null for conversations made in other ways. */
  visitor_id: string | null
  /** The position up to which that visitor has read. */
  visitor_read_position: number | null
  /** The member who has it. Whoever is a member no more counts as nobody. */
  assignee_id: string | null
  /** Until when it is out of sight; `UNTIL_VISITOR`: until the visitor writes. */
  snoozed_until: Milliseconds | null
  /** The ids of its labels as a JSON array. Some may belong to labels that were deleted since. */
  label_ids: Json
  created_at: Milliseconds
  updated_at: Milliseconds
  deleted_at: Milliseconds | null
}

/** Which conversations have a label, for the lists of one label. Repeats columns of the conversation. */
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
  /** Whether a member or an API key wrote a human message; null for other messages and those of an older release. */
  author_type: 'member' | 'key' | null
  /** The API key that sent a human message. */
  key_id: string | null
  created_at: Milliseconds
  deleted_at: Milliseconds | null
}

/** What stands between the messages of a conversation: notes and what happened to it. */
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

/** How far a member has read a conversation: up to the entry `number` behind the message `after_message`. */
interface ReadMarks {
  conversation_id: string
  user_id: string
  after_message: number
  number: number
}

/** Who has been mailed that the visitor waits. */
interface MailedWaits {
  conversation_id: string
  /** Which wait it is. */
  waiting_since: Milliseconds
  /** How many times the wait has been looked at. */
  step: number
  /** The ids of those who have been mailed of it, as a JSON array. */
  user_ids: Json
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

/** How the AI came to each of its replies. Its table has kept an earlier name, `receipts`. */
interface AnswerTraces {
  message_id: string
  citations: Json
  model: string
  latency_ms: number
  decision: 'answered' | 'unknown' | 'handed_over'
}

interface Events {
  sequence: Generated<number>
  organization_id: string
  agent_id: string | null
  type: StreamEventName
  /** A `StreamEvent` as JSON. */
  payload: Json
  created_at: Milliseconds
}

interface WebhookEndpoints {
  id: string
  agent_id: string
  url: string
  events: Json
  /** The secret for signing deliveries. It is stored in clear, because an HMAC key can't be kept as a hash. */
  secret: string
  is_active: Flag
  /** Since when all attempts have failed; null after a success. */
  failing_since: Milliseconds | null
  created_at: Milliseconds
  deleted_at: Milliseconds | null
}

interface WebhookDeliveries {
  id: string
  endpoint_id: string
  agent_id: string
  /** The header `webhook-id`, equal on every retry. */
  webhook_id: string
  event: string
  /** The conversation that it tells of. Null for a test, and for those of an older release. */
  conversation_id: Generated<string | null>
  payload: Json
  status: DeliveryStatus
  attempt_count: number
  next_attempt_at: Milliseconds | null
  created_at: Milliseconds
}

interface WebhookAttempts {
  id: string
  delivery_id: string
  number: number
  started_at: Milliseconds
  duration_ms: number
  response_status: number | null
  response_body: string | null
  error: string | null
}

interface IdempotencyKeys {
  /** Identifies the caller and the idempotency key together. */
  scope_key: string
  request_hash: string
  /** Null while the first request is running. */
  response_status: number | null
  response_body: string | null
  /** What the answer is about: a conversation, or whatever was created. Null if an older version is running it. */
  subject_id: Generated<string | null>
  /** The token of the request that may store its answer in this row; null if an older version is running it. */
  claim_token: string | null
  locked_until: Milliseconds
  expires_at: Milliseconds
}

/** Uploaded files whose sources are not stored yet. */
interface Uploads {
  /** The file's key in the storage. */
  id: string
  created_at: Milliseconds
}

/** Totals of lists, changed in the same transactions as the lists, so that reading a list never counts rows. */
interface Counters {
  owner_id: string
  name: string
  value: number
}

/**
 * What an organization has used of its plan's quotas. `period` is a month (`2026-11`) for quotas that are renewed
 * monthly, otherwise empty.
 */
interface QuotaUsage {
  organization_id: string
  name: string
  period: string
  used: number
}

/** The job queue of the embedded platform. On PostgreSQL, which uses pg-boss, this table stays empty. */
interface Jobs {
  id: string
  name: string
  payload: Json
  state: 'pending' | 'active' | 'dead'
  /** Number of runs that failed. */
  attempts: number
  /** Number of runs during which the process died. */
  interruptions: Generated<number>
  run_at: Milliseconds
  /** When the job was last queued. Lies in the future if the clock was set back since. */
  queued_at: Generated<Milliseconds>
  /** The fairness key: of the jobs with one name, the queue takes those of each key in rotation (round-robin). */
  waiting_for: string | null
  error: string | null
  created_at: Milliseconds
}

export interface Tables {
  users: Users
  organizations: Organizations
  memberships: Memberships
  invitations: Invitations
  labels: Labels
  saved_replies: SavedReplies
  sessions: Sessions
  session_tokens: SessionTokens
  sign_in_failures: SignInFailures
  two_factors: TwoFactors
  recovery_codes: RecoveryCodes
  account_tokens: AccountTokens
  audit_entries: AuditEntries
  visitor_jobs: VisitorJobs
  api_keys: ApiKeys
  agents: Agents
  agent_actions: AgentActions
  sources: Sources
  training_jobs: TrainingJobs
  chunks: Chunks
  knowledge_changes: KnowledgeChanges
  crawls: Crawls
  crawl_pages: CrawlPages
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
  events: Events
  webhook_endpoints: WebhookEndpoints
  webhook_deliveries: WebhookDeliveries
  webhook_attempts: WebhookAttempts
  idempotency_keys: IdempotencyKeys
  uploads: Uploads
  counters: Counters
  quota_usage: QuotaUsage
  jobs: Jobs
}

/** What queries run on: the database or a transaction. */
export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>
