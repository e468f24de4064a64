import type { Generated } from 'kysely'
import type {
  AnswerThreshold,
  IdentityMode,
  JobStatus,
  SourceBulkAct,
  SourceType,
  TrainingStatus,
} from '#contract/enums.ts'
import type { Flag, Json, Milliseconds } from './types.ts'

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
  /** How sure the built-in model must be before it answers. */
  threshold: AnswerThreshold
  /** Whether its checks are run when training has settled. */
  checks_after_training: Flag
  /** When they are to be run, because what the agent knows has changed; null: nothing has. */
  checks_due_at: Milliseconds | null
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
  /** Increases with every change of its text or title. */
  version: Generated<number>
  /** Whether a person has given a page its title, which the page's own then doesn't replace. */
  has_own_title: Generated<Flag>
  created_at: Milliseconds
  updated_at: Milliseconds
}

/**
 * What a source says, or said before it was changed. The newest row may be missing of sources that were never changed:
 * what they say is in their own row, or in their chunks.
 */
interface SourceVersions {
  source_id: string
  version: number
  title: string
  /** The text; JSON pairs of questions and answers; or the text that was read from a page or file, as Markdown. */
  content: string
  /** The size of the page or file as it was read, or of the text. */
  size_bytes: number
  /** When a page or file was read last; null for others. */
  fetched_at: Milliseconds | null
  /** Who wrote it; null if nobody did, or if it is not known. */
  user_id: string | null
  /** The conversation or gap from which a member taught the source, as JSON; null if it was not taught. */
  taught: Json | null
  created_at: Milliseconds
}

/** Something that is done to many sources, in their order. */
interface SourceBulks {
  id: string
  agent_id: string
  /** Who has asked for it, and from which address. */
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
  /** For crawls of a site: what the website answered where the page could not be read, if it did. */
  status: Generated<number | null>
  /** For crawls of a site: the address that the page redirects to. */
  target: Generated<string | null>
}

/** Agents and what they know. */
export interface AgentTables {
  agents: Agents
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
