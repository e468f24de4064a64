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
  version: number | string
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

export type Request =
  | { kind: 'embed'; id: number; texts: string[] }
  | ({ kind: 'search'; id: number } & SearchRequest)
  | { kind: 'load'; id: number; agentId: string; version: number | string; count: number }
  | { kind: 'slice'; loadId: number; slice: Slice }
  | { kind: 'cancel'; loadId: number }
  | { kind: 'forget'; agentId: string }
  | { kind: 'stats'; id: number }
  /** End the thread after the batch at hand. */
  | { kind: 'close' }

export type Answer =
  | { kind: 'progress'; id: number; done: number }
  | { kind: 'embedded'; id: number; vectors: Float32Array<ArrayBuffer>; dimensions: number }
  | { kind: 'found'; id: number; passages: Passage[] }
  /** The worker has no copy of the agent at this version. */
  | { kind: 'missing'; id: number }
  | { kind: 'loaded'; id: number }
  | { kind: 'stats'; id: number; stats: Stats }
  | { kind: 'failed'; id: number; message: string }
