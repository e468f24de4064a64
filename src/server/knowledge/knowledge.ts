import { createCopies } from './copies.ts'
import type { ChunkSource, Passage } from './types.ts'
import type { EmbeddingsServer, Stats } from './worker/messages.ts'
import { createWorkerLink } from './worker-link.ts'

export type KnowledgeOptions = {
  /** An OpenAI-compatible embeddings server; the built-in model when absent. */
  server?: EmbeddingsServer | undefined
  /** How many bytes of memory agents' chunks may take; 512 MiB by default. */
  memoryBytes?: number
  /** Gets one warning for each agent whose chunks need more than `memoryBytes`. */
  log?: { warn(fields: object, message: string): void }
}

/** How many passages are found for a question, unless the agent is small or another number is asked for. */
export const PASSAGES = 6

export type Question = ChunkSource & {
  agentId: string
  /** The version of the agent's knowledge: an older copy in memory is brought up to date, a newer one used as it is. */
  version: number
  question: string
  /** How many passages at most; by default 6, or all of a small agent's. */
  limit?: number
  /** How many of the best passages come with their units, which takes about 3 ms each; 4 by default, 0 to only rank. */
  withUnits?: number
  /** Sources to pass over, as if the agent had never learnt them. */
  without?: readonly string[]
  /** Whether questions that a person waits for go before this one, as a job should allow; false by default. */
  canWait?: boolean
}

export type Knowledge = {
  /** The embedding model, with configured dimensions. Chunks of another one must be trained again. */
  readonly embeddingModel: string
  /**
   * Embeds texts as unit vectors, in the order given. Questions that come meanwhile go first.
   * @throws Error when the worker crashed or the embeddings server failed; nothing is kept, so call again
   */
  embed(texts: string[]): Promise<Float32Array<ArrayBuffer>[]>
  /**
   * Embeds one question as a unit vector. `trust` says how much the model knows of its language, from 0 to 1.
   * @throws Error when the worker crashed or the embeddings server failed
   */
  embedQuestion(text: string): Promise<{ vector: Float32Array<ArrayBuffer>; trust: number }>
  /**
   * Finds the agent's best passages for the question, best first; none for an agent without chunks.
   * @throws Error when the worker crashed, the embeddings server failed, or memory is too small to keep the agent's
   * chunks until they are searched; what `load` and `changedSince` throw
   */
  search(question: Question): Promise<Passage[]>
  /**
   * How similar in meaning each of `others` is to `text`, from -1 to 1. Vectors of short texts are kept in memory.
   * @throws Error when the worker crashed or the embeddings server failed
   */
  similarities(text: string, others: string[]): Promise<number[]>
  /** Drops the worker's copy of an agent. */
  forget(agentId: string): void
  stats(): Promise<Stats>
  close(): Promise<void>
}

const DEFAULT_MEMORY_BYTES = 512 * 1_048_576
/** How often a search is tried in all, if the agent's copy leaves memory again after it was loaded for the search. */
const ATTEMPTS = 5

/** Embeds and ranks in a thread of its own, which starts at first use and again after a crash. */
export function createKnowledge(options: KnowledgeOptions = {}): Knowledge {
  const server = options.server ?? null
  const link = createWorkerLink({ server, memoryBytes: options.memoryBytes ?? DEFAULT_MEMORY_BYTES })
  const copies = createCopies(link, options.log)

  return {
    embeddingModel: server
      ? `${server.model}${server.dimensions ? `@${server.dimensions}` : ''}`
      : 'all-MiniLM-L6-v2-q8',
    async embed(texts) {
      if (texts.length === 0) return []
      const { vectors, dimensions } = await link.call({ kind: 'embed', texts }).answer
      return texts.map((_, index) => vectors.slice(index * dimensions, (index + 1) * dimensions))
    },
    async embedQuestion(text) {
      const { vector, trust } = await link.call({ kind: 'embed-question', text }).answer
      return { vector, trust }
    },
    async search(asked) {
      const { agentId, version, question, limit = PASSAGES, withUnits = 4, without = [], canWait = false } = asked
      const allOfSmall = asked.limit === undefined && withUnits > 0
      const search = { agentId, version, question, limit, withUnits, allOfSmall, without, canWait }
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const { id, answer } = link.call({ kind: 'search', ...search })
        const found = await answer
        if (found.kind === 'found') return found.passages
        if (found.kind === 'partial') return copies.passRest(id, found.from, asked)
        await copies.bringUpToDate(asked, found.kind === 'missing' ? found.version : null)
      }
      throw new Error('The agent’s passages left memory before they could be searched: raise KNOWLEDGE_MEMORY.')
    },
    async similarities(text, others) {
      if (others.length === 0) return []
      const { similarities } = await link.call({ kind: 'compare', text, others }).answer
      return similarities
    },
    forget: (agentId) => link.post({ kind: 'forget', agentId }),
    async stats() {
      return link.running ? (await link.call({ kind: 'stats' }).answer).stats : NOTHING_LOADED
    },
    close: () => link.close(),
  }
}

const NOTHING_LOADED: Stats = { agents: 0, chunks: 0, detailed: 0, bytes: 0, evicted: 0, loads: 0 }
