import type { Generated, Kysely, Transaction } from 'kysely'
import type {
  Availability,
  ConversationStatus,
  DeliveryStatus,
  IdentityMode,
  MessageRole,
  Origin,
  ResponseMode,
  SourceType,
  TrainingStatus,
} from '#contract/enums.ts'
import type { StreamEventName } from '#contract/events.ts'
import type { Plan } from '#contract/limits.ts'
import type { Role } from '#contract/roles.ts'

/** Milliseconds since 1970. */
export type Milliseconds = number
/** 0 or 1, because SQLite has no boolean type. */
export type Flag = 0 | 1
/** JSON text. */
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
}

interface Sessions {
  id: string
  user_id: string
  token_hash: string
  created_at: Milliseconds
  /** Extended at most once a day while the session is used. */
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

/** Failed sign-ins by address and account, for the throttle. */
interface SignInFailures {
  id: string
  throttle_key: string
  failed_at: Milliseconds
}

interface ApiKeys {
  id: string
  organization_id: string
  user_id: string
  name: string
  scopes: Json
  key_hash: string
  last_four: string
  /** Null: never expires. */
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
  /** The secret itself: an HMAC key can't be kept as a hash. */
  identity_secret: string | null
  /** Increases with every change of the agent's chunks, so that copies in memory know that they are old. */
  knowledge_version: number
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
  /** text: the text; qa: JSON pairs; url: the URL; file: JSON of storage key and file name. */
  content: string
  /** What the source counts against the plan: characters of text and Q&A, or bytes of a file. */
  size: number
  /** The crawl that a URL source was chosen from, if it was. */
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

/** Which source each version of an agent's knowledge has changed. */
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
  /** Canonical form. */
  url: string
  position: number
  state: 'waiting' | 'found' | 'skipped'
  /** Why it was skipped. */
  reason: string | null
  /** A hash of a found page's content, by which duplicates are recognized. */
  fingerprint: string | null
  depth: number
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
   * The fence's counter. Increases with every visitor message, human reply, mode change and close; a reply is stored
   * only while this is still the turn it was made for.
   */
  turn: number
  message_count: number
  webhook_sequence: number
  last_message_role: MessageRole | null
  last_message_excerpt: string | null
  last_message_at: Milliseconds | null
  waiting_since: Milliseconds | null
  created_at: Milliseconds
  updated_at: Milliseconds
  deleted_at: Milliseconds | null
}

interface Messages {
  id: string
  conversation_id: string
  /** 1, 2, 3 … within the conversation, without gaps. */
  position: number
  role: MessageRole
  content: string
  /** MessageAction as JSON. */
  action: Json | null
  action_required: Flag
  /** Who wrote a human message, or whose key was used for it. */
  user_id: string | null
  /** Of a human message; null where an older release has stored it. */
  author_type: 'member' | 'key' | null
  /** The API key that a human message was written with. */
  key_id: string | null
  created_at: Milliseconds
  deleted_at: Milliseconds | null
}

interface Replies {
  id: string
  conversation_id: string
  turn: number
  status: 'pending' | 'stored' | 'superseded' | 'discarded' | 'failed'
  /** Month the credit was reserved in (`2026-11`); null when none was. */
  credit_period: string | null
  message_id: string | null
  /** What the AI would have said, when a person took over before it was stored. */
  draft: string | null
  created_at: Milliseconds
  updated_at: Milliseconds
}

/** Why the AI answered as it did, one row for each of its messages. The table has kept its first name, `receipts`. */
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
  /** StreamEvent as JSON. */
  payload: Json
  created_at: Milliseconds
}

interface WebhookEndpoints {
  id: string
  agent_id: string
  url: string
  events: Json
  /** The secret itself: an HMAC key can't be kept as a hash. */
  secret: string
  is_active: Flag
  /** Since when every attempt has failed; null after a success. */
  failing_since: Milliseconds | null
  created_at: Milliseconds
  deleted_at: Milliseconds | null
}

interface WebhookDeliveries {
  id: string
  endpoint_id: string
  agent_id: string
  /** `webhook-id`: the same on every retry. */
  webhook_id: string
  event: string
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
  /** The actor and the key together. */
  scope_key: string
  request_hash: string
  /** Null while the first request runs. */
  response_status: number | null
  response_body: string | null
  /** The token of the request that may store its answer here; null where an older version runs it. */
  claim_token: string | null
  locked_until: Milliseconds
  expires_at: Milliseconds
}

/** Files that have been saved, or are being saved, for sources that are not stored yet. */
interface Uploads {
  /** The file's key. */
  id: string
  created_at: Milliseconds
}

/** Totals of lists, kept in the transaction that changes them, so that no list ever counts rows. */
interface Counters {
  owner_id: string
  name: string
  value: number
}

/**
 * What an organization has used of its plan. `period` is a month (`2026-11`) for quotas that start anew each month,
 * else empty.
 */
interface QuotaUsage {
  organization_id: string
  name: string
  period: string
  used: number
}

/** The embedded queue; PostgreSQL has pg-boss instead and leaves this empty. */
interface Jobs {
  id: string
  name: string
  payload: Json
  state: 'pending' | 'active' | 'dead'
  /** Runs that failed. */
  attempts: number
  /** Runs that ended because their process died. */
  interruptions: Generated<number>
  run_at: Milliseconds
  /** When it was last put into the queue; later than now once the clock has been set back. */
  queued_at: Generated<Milliseconds>
  /** The fairness key: jobs of one name are taken in round-robin order of it. */
  waiting_for: string | null
  error: string | null
  created_at: Milliseconds
}

export interface Tables {
  users: Users
  organizations: Organizations
  memberships: Memberships
  invitations: Invitations
  sessions: Sessions
  session_tokens: SessionTokens
  sign_in_failures: SignInFailures
  api_keys: ApiKeys
  agents: Agents
  agent_actions: AgentActions
  sources: Sources
  training_jobs: TrainingJobs
  chunks: Chunks
  knowledge_changes: KnowledgeChanges
  crawls: Crawls
  crawl_pages: CrawlPages
  conversations: Conversations
  messages: Messages
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

/** What queries run on: the database, or a transaction. */
export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>
