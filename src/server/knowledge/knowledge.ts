import { setImmediate as nextTurn } from 'node:timers/promises'
import { commonDimensions, packChunks } from './pack.ts'
import type { Chunk, Passage } from './types.ts'
import type { EmbeddingsServer, Stats } from './worker/messages.ts'
import { createWorkerLink } from './worker-link.ts'

export type KnowledgeOptions = {
  /** An OpenAI-compatible embeddings server; the built-in model when absent. */
  server?: EmbeddingsServer | undefined
  /** What agents' chunks in memory may take, in bytes. */
  memoryBytes?: number
}

export type Question = {
  agentId: string
  /** Of the agent's chunks; another version than the worker has makes it load them anew. */
  version: number | string
  question: string
  /** The agent's chunks of all its trained sources. Called only when the worker has no copy at this version. */
  load: () => Promise<Chunk[]>
  /** How many passages at most; 6 unless told. */
  limit?: number
  /** How many of the best come with their units, which costs about 3 ms each; 4 unless told, 0 for ranking only. */
  withUnits?: number
}

export type Knowledge = {
  /** Names the embedding model and its dimensions. Chunks remember it: one of another model must be trained again. */
  readonly embeddingModel: string
  /**
   * Embeds texts in the order given, as unit vectors. Questions go first. `onProgress` counts texts done.
   * @throws Error when the worker crashed or the embeddings server failed; nothing is kept, so call again
   */
  embed(texts: string[], onProgress?: (done: number, total: number) => void): Promise<Float32Array<ArrayBuffer>[]>
  /** The agent's best passages for the question, best first; none for an agent without chunks. @throws Error as `embed` */
  search(question: Question): Promise<Passage[]>
  /** Drops the worker's copy of an agent. */
  forget(agentId: string): void
  stats(): Promise<Stats>
  close(): Promise<void>
}

const DEFAULT_MEMORY_BYTES = 512 * 1_048_576
const SLICE_CHUNKS = 500 // packed in about 3 ms: the event loop is free again in between
const LOAD_ATTEMPTS = 3 // a copy can be pushed out by other agents before its question is asked again

/** Embeddings and ranking in a thread of their own, which starts at first use and again after a crash. */
export function createKnowledge(options: KnowledgeOptions = {}): Knowledge {
  const server = options.server ?? null
  const link = createWorkerLink({ server, memoryBytes: options.memoryBytes ?? DEFAULT_MEMORY_BYTES })
  const loading = new Map<string, Promise<void>>()

  async function loadChunks({ agentId, version, load }: Question): Promise<void> {
    const chunks = await load()
    const dimensions = commonDimensions(chunks)
    const call = link.call({ kind: 'load', agentId, version, count: chunks.length })
    call.answer.catch(() => {}) // awaited below; a crash before that must not be unhandled
    try {
      for (let at = 0; at < chunks.length; at += SLICE_CHUNKS) {
        const slice = packChunks(chunks.slice(at, at + SLICE_CHUNKS), dimensions)
        link.post({ kind: 'slice', loadId: call.id, slice }, [
          slice.records.buffer,
          slice.ends.buffer,
          slice.vectors.buffer,
        ])
        await nextTurn()
      }
    } catch (error) {
      link.post({ kind: 'cancel', loadId: call.id })
      throw error
    }
    await call.answer
  }

  function loadOnce(question: Question): Promise<void> {
    const key = `${question.agentId} ${question.version}`
    const running = loading.get(key) ?? loadChunks(question).finally(() => loading.delete(key))
    loading.set(key, running)
    return running
  }

  return {
    embeddingModel: server
      ? `${server.model}${server.dimensions ? `@${server.dimensions}` : ''}`
      : 'all-MiniLM-L6-v2-q8',
    async embed(texts, onProgress) {
      if (texts.length === 0) return []
      const { answer } = link.call({ kind: 'embed', texts }, (done) => onProgress?.(done, texts.length))
      const result = await answer
      if (result.kind !== 'embedded') throw new Error('The knowledge worker gave another answer than asked for.')
      const { vectors, dimensions } = result
      return texts.map((_, index) => vectors.slice(index * dimensions, (index + 1) * dimensions))
    },
    async search(question) {
      const { agentId, version, limit = 6, withUnits = 4 } = question
      for (let attempt = 0; attempt < LOAD_ATTEMPTS; attempt += 1) {
        const found = await link.call({
          kind: 'search',
          agentId,
          version,
          question: question.question,
          limit,
          withUnits,
        }).answer
        if (found.kind === 'found') return found.passages
        await loadOnce(question)
      }
      throw new Error('The agent’s passages left memory before they could be searched: raise the memory budget.')
    },
    forget: (agentId) => link.post({ kind: 'forget', agentId }),
    async stats() {
      const answer = link.running ? await link.call({ kind: 'stats' }).answer : null
      return answer?.kind === 'stats' ? answer.stats : NOTHING_LOADED
    },
    close: () => link.close(),
  }
}

const NOTHING_LOADED: Stats = { agents: 0, chunks: 0, detailed: 0, bytes: 0, evicted: 0, loads: 0 }
