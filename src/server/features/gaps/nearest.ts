import { searchTermsOf } from '../../knowledge/terms.ts'
import { dot, lengthOf, toDirection } from './directions.ts'
import { likeness } from './likeness.ts'

interface Compared {
  id: string
  /** The words of the question that names it. */
  text: string
  /** The mean of its questions' embeddings, of which only the direction counts. */
  vector: Float32Array
  /** How much the embedder knows of the language of the question that names it, from 0 to 1. */
  trust: number
}

interface Entry {
  direction: Int8Array
  length: number
  terms: ReadonlySet<string>
  trust: number
}

interface Near {
  id: string
  likeness: number
}

/** Keeps an agent's gaps in memory; all are compared with a question, in the time that e2e/bench/gaps.ts measures. */
export function createNearest() {
  const entries = new Map<string, Entry>()
  const having = new Map<string, Set<string>>() // by term, the gaps whose question has it

  function remove(id: string): void {
    for (const term of entries.get(id)?.terms ?? []) {
      const ids = having.get(term)
      ids?.delete(id)
      if (ids?.size === 0) having.delete(term)
    }
    entries.delete(id)
  }

  return {
    get size() {
      return entries.size
    },
    remove,
    put({ id, text, vector, trust }: Compared): void {
      remove(id)
      const direction = toDirection(vector)
      const terms = new Set(searchTermsOf(text))
      entries.set(id, { direction, length: lengthOf(direction), terms, trust })
      for (const term of terms) {
        const ids = having.get(term)
        if (ids) ids.add(id)
        else having.set(term, new Set([id]))
      }
    },
    /** The gap that is most like a question; undefined if there are no gaps. */
    find({ text, vector, trust }: Omit<Compared, 'id'>): Near | undefined {
      const direction = toDirection(vector)
      const length = lengthOf(direction)
      const terms = new Set(searchTermsOf(text))
      const shared = new Map<string, number>()
      for (const term of terms) for (const id of having.get(term) ?? []) shared.set(id, (shared.get(id) ?? 0) + 1)
      let best: Near | undefined
      for (const [id, entry] of entries) {
        const lengths = length * entry.length
        const cosine = lengths === 0 ? 0 : dot(direction, entry.direction) / lengths
        const both = Math.min(trust, entry.trust)
        const found = likeness(cosine, shared.get(id) ?? 0, [terms.size, entry.terms.size], both)
        if (!best || found > best.likeness) best = { id, likeness: found }
      }
      return best
    },
  }
}

export type Nearest = ReturnType<typeof createNearest>
