import type { AnswerThreshold, IdentityMode, SourceType, TrainingStatus } from '#contract/enums.ts'
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

/** Agents and what they know. */
export interface AgentTables {
  agents: Agents
  agent_actions: AgentActions
  sources: Sources
  training_jobs: TrainingJobs
  chunks: Chunks
  knowledge_changes: KnowledgeChanges
  crawls: Crawls
  crawl_pages: CrawlPages
}
