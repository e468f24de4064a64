import type { MessagePort } from 'node:worker_threads'
import type { ChunkRecord, Passage } from '../types.ts'

export type EmbeddingsServer = {
  baseUrl: string
  apiKey?: string | undefined
  model: string
  dimensions?: number | undefined
}

/** Asks the second thread for the vector of a text. `path` is the file of the model's weights. */
export type SecondModelRequest = { id: number; path: string; tokens: readonly number[] }
export type SecondModelAnswer = { id: number; vector: Float32Array<ArrayBuffer> } | { id: number; error: string }

export type WorkerOptions = { server: EmbeddingsServer | null; memoryBytes: number }

export type SearchRequest = {
  agentId: string
  /** The copy that is searched must be of this version or a newer one. */
  version: number
  question: string
  limit: number
  withUnits: number
  /** Whether all chunks are wanted of an agent that has few. */
  allOfSmall?: boolean
  /** Sources that are passed over, as if the agent had never learnt them. */
  without: readonly string[]
  /** Whether questions that somebody waits for go before it. */
  canWait: boolean
}

/** What a chunk's record begins with. `headingLength` counts characters as strings do. */
export type RecordHead = Omit<ChunkRecord, 'sourceId' | 'heading' | 'content'> & { headingLength: number | null }

/** Consecutive chunks in buffers that can be transferred to another thread. */
export type Slice = {
  /** The chunks' sources in their order, each with the number of its chunks. */
  runs: { sourceId: string; count: number }[]
  /**
   * The chunks end to end, in UTF-8: one line of JSON, a `RecordHead`, then the heading as a line if there is one, then
   * the content. So terms can be read from these bytes as they are.
   */
  records: Uint8Array<ArrayBuffer>
  /** Where each record ends. */
  ends: Uint32Array<ArrayBuffer>
  /** Embeddings end to end. */
  vectors: Float32Array<ArrayBuffer>
}

export type Stats = {
  agents: number
  chunks: number
  detailed: number
  bytes: number
  evicted: number
  loads: number
}

/** The sources whose chunks have changed since a version of the agent's knowledge. */
export type Change = { since: number; sources: string[] }

export type Request =
  | { kind: 'embed'; id: number; texts: string[] }
  | { kind: 'embed-question'; id: number; text: string }
  | ({ kind: 'search'; id: number } & SearchRequest)
  /** Compares a text with others by meaning. */
  | { kind: 'compare'; id: number; text: string; others: string[] }
  /** Sends a search chunks that the agent's copy has no room for. */
  | { kind: 'pass'; id: number; searchId: number; slice: Slice }
  /** Says that a search has been sent all chunks that the agent's copy has no room for. */
  | { kind: 'passed'; id: number; searchId: number }
  /** Starts to load what has changed, or everything if `change` is null. The chunks follow in slices. */
  | { kind: 'load'; id: number; agentId: string; change: Change | null }
  | { kind: 'slice'; id: number; loadId: number; slice: Slice }
  /** Ends a load: from now on the copy is of this version. */
  | { kind: 'commit'; id: number; loadId: number; version: number }
  /** Drops a load or a search that is under way. */
  | { kind: 'cancel'; ofId: number }
  | { kind: 'forget'; agentId: string }
  /** Gives the worker a port to a second thread that runs the built-in model. */
  | { kind: 'second-model'; port: MessagePort }
  | { kind: 'stats'; id: number }
  /** Ends the thread. The built-in model, which blocks the thread, first finishes the text that it is embedding. */
  | { kind: 'close' }

export type Answer =
  | { kind: 'embedded'; id: number; vectors: Float32Array<ArrayBuffer>; dimensions: number }
  | { kind: 'compared'; id: number; similarities: number[] }
  /** `trust` says how much the model knows of the text's language, from 0 to 1. */
  | { kind: 'embedded-question'; id: number; vector: Float32Array<ArrayBuffer>; trust: number }
  | { kind: 'found'; id: number; passages: Passage[] }
  /** There is no complete copy of the agent, in which case `version` is null, or not one of the version asked for. */
  | { kind: 'missing'; id: number; version: number | null }
  /** Sources with this id and greater ones are not in memory: their chunks must be passed to this search. */
  | { kind: 'partial'; id: number; from: string }
  /** Answers a step of a load: whether all chunks had room so far, and how many there are; for `pass`, true and 0. */
  | { kind: 'taken'; id: number; isWhole: boolean; count: number }
  | { kind: 'stats'; id: number; stats: Stats }
  /** `code` is that of a system's error, which would be lost on the way between threads. */
  | { kind: 'failed'; id: number; message: string; code: string | undefined }

/** The kinds of answers to each kind of request, except `failed`. */
type AnswerKinds = {
  embed: 'embedded'
  'embed-question': 'embedded-question'
  search: 'found' | 'missing' | 'partial'
  compare: 'compared'
  pass: 'taken'
  passed: 'found'
  load: 'taken' | 'missing'
  slice: 'taken'
  commit: 'taken'
  stats: 'stats'
}

/** A request that is answered, before it is given its id. */
export type Asked = Unnumbered<Extract<Request, { kind: keyof AnswerKinds }>>
type Unnumbered<R> = R extends { id: number } ? Omit<R, 'id'> : never

export type AnswerTo<R extends Asked> = Extract<Answer, { kind: AnswerKinds[R['kind']] }>
