import { termsOf } from '../terms.ts'

/** Which of an agent's chunks contain a term, built chunk by chunk and then packed. */
export type TermIndex = { ids: Map<string, number>; starts: Uint32Array; chunks: Uint32Array; bytes: number }

export type TermIndexBuilder = { add(text: string): void; finish(): TermIndex }

const BYTES_PER_TERM = 80 // a map entry and a short string in V8, roughly

/** Chunks are numbered in the order they are added. */
export function buildTermIndex(): TermIndexBuilder {
  const ids = new Map<string, number>()
  const lastChunk: number[] = [] // by term: a chunk counts once however often it says the word
  const counts: number[] = []
  const ends: number[] = []
  let flat = new Uint32Array(1_024)
  let length = 0
  let chunk = 0
  return {
    add(text) {
      for (const term of termsOf(text)) {
        let id = ids.get(term)
        if (id === undefined) {
          id = ids.size
          ids.set(term, id)
          counts.push(0)
          lastChunk.push(-1)
        }
        if (lastChunk[id] === chunk) continue
        lastChunk[id] = chunk
        counts[id]! += 1
        if (length === flat.length) flat = grow(flat)
        flat[length] = id
        length += 1
      }
      ends.push(length)
      chunk += 1
    },
    finish() {
      const starts = new Uint32Array(ids.size + 1)
      counts.forEach((count, id) => {
        starts[id + 1] = starts[id]! + count
      })
      const next = starts.slice()
      const chunks = new Uint32Array(length)
      let at = 0
      ends.forEach((end, number) => {
        for (; at < end; at += 1) {
          const id = flat[at]!
          chunks[next[id]!] = number
          next[id]! += 1
        }
      })
      return { ids, starts, chunks, bytes: starts.byteLength + chunks.byteLength + ids.size * BYTES_PER_TERM }
    },
  }
}

export type WeighedTerm = { term: string; weight: number; chunks: Uint32Array }

/** The question's distinct terms with their idf weights as shares of 1, and the chunks that have each. */
export function weighTerms(index: TermIndex, question: string, chunkCount: number): WeighedTerm[] {
  const found = [...new Set(termsOf(question))].map((term) => {
    const id = index.ids.get(term)
    const chunks =
      id === undefined ? index.chunks.subarray(0, 0) : index.chunks.subarray(index.starts[id], index.starts[id + 1])
    return { term, chunks, weight: Math.log(1 + (chunkCount - chunks.length + 0.5) / (chunks.length + 0.5)) }
  })
  const total = found.reduce((sum, { weight }) => sum + weight, 0)
  return found.map((term) => ({ ...term, weight: term.weight / total }))
}

/** The share of the question's weight that a text's terms carry, 0 to 1. */
export function coverageOf(text: string, terms: readonly WeighedTerm[]): number {
  const present = new Set(termsOf(text))
  return terms.reduce((sum, { term, weight }) => sum + (present.has(term) ? weight : 0), 0)
}

function grow(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2)
  larger.set(array)
  return larger
}
