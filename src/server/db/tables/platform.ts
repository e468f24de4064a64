import type { Generated } from 'kysely'
import type { StreamEventName } from '#contract/events.ts'
import type { Json, Milliseconds } from './types.ts'

interface Events {
  sequence: Generated<number>
  organization_id: string
  agent_id: string | null
  type: StreamEventName
  /** A `StreamEvent` as JSON. */
  payload: Json
  created_at: Milliseconds
}

interface IdempotencyKeys {
  /** Identifies the caller and the idempotency key together. */
  scope_key: string
  request_hash: string
  /** Null until a request has been answered under this key. */
  response_status: number | null
  response_body: string | null
  /**
   * The id of what the answer is about: a conversation, or what the request created; empty if neither. Null until there
   * is an answer.
   */
  subject_id: Generated<string | null>
  /** The token of the request that may store its answer in this row. */
  claim_token: string
  locked_until: Milliseconds
  expires_at: Milliseconds
}

interface Uploads {
  /** The file's key in the storage. */
  id: string
  created_at: Milliseconds
}

interface Counters {
  owner_id: string
  name: string
  value: number
}

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
  /** The worker that runs the job: one start of the queue in a process. Null unless the job is running. */
  holder: string | null
  /** When the worker's process counts as dead if it has not renewed this by then. */
  lease_until: Milliseconds | null
  error: string | null
  created_at: Milliseconds
  /** A `traceparent` header of the trace that the job belongs to; null if it belongs to none. */
  traceparent: string | null
}

/** What the server itself works with: events, jobs, counters, files and answers kept for repeated requests. */
export interface PlatformTables {
  events: Events
  idempotency_keys: IdempotencyKeys
  uploads: Uploads
  counters: Counters
  jobs: Jobs
}
