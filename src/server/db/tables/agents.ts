import type { Generated } from 'kysely'
import type {
  AnswerThreshold,
  HandOverMode,
  IdentityMode,
  JobStatus,
  SourceBulkAct,
  SourceType,
  TrainingStatus,
  Verification,
} from '#contract/enums.ts'
import type { Flag, Json, Milliseconds } from './types.ts'

interface Agents {
  id: string
  organization_id: string
  name: string
  description: string
  model_id: string
  /** The account of the organization that the model belongs to; null for the platform's models. */
  model_account_id: Generated<string | null>
  human_intervention: Flag
  only_human: Flag
  is_disabled: Flag
  disabled_reason: string | null
  instructions: string
  greeting: string
  identity_mode: IdentityMode
  /** The secret for verifying visitors' identities; in clear, because an HMAC key can't be kept as a hash. */
  identity_secret: string | null
  /** Increases with every change of the agent's chunks, so that copies in memory can be recognised as outdated. */
  knowledge_version: number
  /** How sure the built-in model must be before it answers. */
  threshold: AnswerThreshold
  /** How replies of a provider's model are held to what it was given. */
  verification: Generated<Verification>
  /** What the AI does on a website when it does not know: it offers a person, or hands over at once. */
  hand_over: Generated<HandOverMode>
  /** After how many hours without news a website's conversation with the AI is closed; null: never. */
  close_quiet_hours: Generated<number | null>
  /** The mailbox from which visitors of a website who have left it get what people answer; null: none. */
  continuity_mailbox_id: Generated<string | null>
  /** Whether the agent's checks are run after its knowledge has changed. */
  checks_after_training: Flag
  /** When a run of its checks is due after a change of its knowledge; null if none is scheduled. */
  checks_due_at: Milliseconds | null
  /** The settings of the chat on websites that differ from the defaults, as a JSON object; null if none do. */
  widget: Json | null
  created_at: Milliseconds
  updated_at: Milliseconds
  deleted_at: Milliseconds | null
}

interface AgentLogos {
  /** Another one for each image, as it is in the address under which browsers keep it. */
  id: string
  agent_id: string
  /** A PNG image in base64. */
  image: string
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
  /** What the source uses of the plan's quota: characters, bytes of a file, 1 for a page, 0 for a draft. */
  size: number
  /** Increases with every change of the source's text or title. */
  version: Generated<number>
  /** Whether a person has changed the title, so that reading the page again does not replace it. */
  has_own_title: Generated<Flag>
  created_at: Milliseconds
  updated_at: Milliseconds
}

/** What a source says or said. One that was never changed may have no row here, but its own row or chunks. */
interface SourceVersions {
  source_id: string
  version: number
  title: string
  /** The text; JSON pairs of questions and answers; or the text that was read from a page or file, as Markdown. */
  content: string
  /** The size of the page or file as it was read, or of the text. */
  size_bytes: number
  /** When the page or file was read last; null for other types. */
  fetched_at: Milliseconds | null
  /** The user who wrote this version; null if nobody did, or if it is not known who. */
  user_id: string | null
  /** The conversation or gap from which a member taught this version, as JSON; null if it was not taught. */
  taught: Json | null
  created_at: Milliseconds
}

interface SourceBulks {
  id: string
  agent_id: string
  user_id: string
  address: string
  kind: SourceBulkAct
  /** Ids of the sources, as a JSON array. The first `done` + `failed` of them are dealt with. */
  source_ids: Json
  status: JobStatus
  total: number
  done: number
  failed: number
  created_at: Milliseconds
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
  /** Who has started it: a member by the id of the person, or an API key; null for a site's, and where nobody knows it. */
  starter_type: Generated<'member' | 'key' | null>
  starter_id: Generated<string | null>
  created_at: Milliseconds
  updated_at: Milliseconds
}

interface CrawlPages {
  crawl_id: string
  url: string
  position: number
  state: 'waiting' | 'found' | 'skipped'
  /** Why the URL was skipped; null if it was not. */
  reason: string | null
  /** A hash of a found page's content, by which duplicates are recognised. */
  fingerprint: string | null
  depth: number
  /** The HTTP status, if the website answered but the page could not be read. */
  status: Generated<number | null>
  /** For crawls of a site: the address that the page redirects to. */
  target: Generated<string | null>
}

export interface AgentTables {
  agents: Agents
  agent_logos: AgentLogos
  agent_actions: AgentActions
  sources: Sources
  source_versions: SourceVersions
  source_bulks: SourceBulks
  training_jobs: TrainingJobs
  chunks: Chunks
  knowledge_changes: KnowledgeChanges
  crawls: Crawls
  crawl_pages: CrawlPages
}
