import { searchTermsOf } from '../../knowledge/terms.ts'
import { normalise } from '../../knowledge/worker/embedder.ts'

/** The weight of shared words. The weight of the meaning is `trust`, which is at most 1. */
const WORDS_WEIGHT = 0.5

/** The embedder finds any two questions of a language it knows somewhat alike. This, times `trust`, is subtracted. */
const COMMON = 0.1

/** The least likeness at which two questions ask the same. Chosen from what e2e/real-input/fit-gaps.ts prints. */
export const ALIKE = 0.45

/**
 * How alike two questions are, at most 1: by meaning as far as the embedder knows their language, and by words.
 * @param shared how many terms both have
 * @param terms how many terms each has
 * @param trust how much the embedder knows of their language, from 0 to 1
 */
export function likeness(cosine: number, shared: number, terms: readonly [number, number], trust: number): number {
  const all = terms[0] + terms[1]
  const words = all === 0 ? 0 : (2 * shared) / all
  return (trust * Math.max(0, cosine) + WORDS_WEIGHT * words) / (trust + WORDS_WEIGHT) - COMMON * trust
}

const LARGEST = 127 // the largest value of a signed byte

/** A vector's direction with one byte per dimension: exact enough for comparing, in a quarter of the memory. */
export function toDirection(vector: Float32Array): Int8Array<ArrayBuffer> {
  let largest = 0
  for (const value of vector) largest = Math.max(largest, Math.abs(value))
  const scale = largest > 0 ? LARGEST / largest : 0
  return Int8Array.from(vector, (value) => Math.round(value * scale))
}

export const fromDirection = (bytes: Uint8Array): Float32Array =>
  normalise(Float32Array.from(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)))

export function lengthOf(vector: ArrayLike<number>): number {
  let squares = 0
  for (let at = 0; at < vector.length; at += 1) squares += vector[at]! * vector[at]!
  return Math.sqrt(squares)
}

export function dot(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let sum = 0
  for (let at = 0; at < one.length; at += 1) sum += one[at]! * other[at]!
  return sum
}

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
