import type { Passage } from '../types.ts'

export type EmbeddingsServer = {
  baseUrl: string
  apiKey?: string | undefined
  model: string
  dimensions?: number | undefined
}

export type WorkerOptions = { server: EmbeddingsServer | null; memoryBytes: number }

export type SearchRequest = {
  agentId: string
  /** The least that the copy searched must be of. */
  version: number
  question: string
  limit: number
  /** How many of the best passages come with their units. */
  withUnits: number
}

/** Consecutive chunks, packed so that they change threads without a copy. */
export type Slice = {
  /** UTF-8 JSON of each chunk without its embedding, end to end. */
  records: Uint8Array<ArrayBuffer>
  /** Where each record ends. */
  ends: Uint32Array<ArrayBuffer>
  /** Embeddings end to end. */
  vectors: Float32Array<ArrayBuffer>
}

export type Stats = {
  agents: number
  chunks: number
  /** Chunks whose units are embedded. */
  detailed: number
  bytes: number
  evicted: number
  loads: number
}

/** The sources whose chunks have changed since the copy of that version. */
export type Change = { since: number; sources: string[] }

export type Request =
  | { kind: 'embed'; id: number; texts: string[] }
  | ({ kind: 'search'; id: number } & SearchRequest)
  /** Chunks that the agent's copy had no room for, to be searched with it. */
  | { kind: 'pass'; id: number; searchId: number; slice: Slice }
  /** They have all come. */
  | { kind: 'passed'; id: number; searchId: number }
  /** Chunks are to come: of what has changed, or of everything. */
  | { kind: 'load'; id: number; agentId: string; change: Change | null }
  | { kind: 'slice'; id: number; loadId: number; slice: Slice }
  /** The change is complete: from now on the copy is of this version. */
  | { kind: 'commit'; id: number; loadId: number; version: number }
  /** Forget a load or a search under way. */
  | { kind: 'cancel'; ofId: number }
  | { kind: 'forget'; agentId: string }
  | { kind: 'stats'; id: number }
  /** End the thread after the batch at hand. */
  | { kind: 'close' }

export type Answer =
  | { kind: 'progress'; id: number; done: number }
  | { kind: 'embedded'; id: number; vectors: Float32Array<ArrayBuffer>; dimensions: number }
  | { kind: 'found'; id: number; passages: Passage[] }
  /** There is no copy of the agent, or only one of an older version. */
  | { kind: 'missing'; id: number; version: number | null }
  /** The sources with this id and greater ones don't fit in memory: their chunks are to be passed to this search. */
  | { kind: 'partial'; id: number; from: string }
  /** Whether there was room for all, or else how many chunks the copy has. */
  | { kind: 'taken'; id: number; isWhole: boolean; count: number }
  | { kind: 'stats'; id: number; stats: Stats }
  | { kind: 'failed'; id: number; message: string }
