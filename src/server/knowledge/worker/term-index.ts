import { termsOf } from '../terms.ts'

/**
 * Which of some chunks contain which terms, as a hash table of buckets. Terms are kept as 32-bit numbers (FNV-1a), which
 * take a tenth of the memory of strings. Two terms share a number once in four billion pairs; a chunk then counts as
 * having both.
 */
export type TermIndex = {
  /** Each distinct term of each chunk, bucket after bucket. */
  hashes: Uint32Array
  /** The chunk it is a term of. */
  chunks: Uint16Array
  /** By bucket: where it starts; the next starts where it ends. A term's lowest bits say in which bucket it is. */
  starts: Uint32Array
}

const CHUNKS_MAXIMUM = 2 ** 16
const TERMS_PER_BUCKET = 16

export function hashOf(term: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < term.length; at += 1) hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** Indexes the texts of chunks, which are numbered in this order. @throws RangeError when there are more than 65,536 */
export function indexTerms(texts: readonly string[]): TermIndex {
  if (texts.length > CHUNKS_MAXIMUM) throw new RangeError('So many chunks do not fit into one index.')
  const hashes: number[] = []
  const chunks: number[] = []
  for (const [chunk, text] of texts.entries()) {
    const first = hashes.length
    for (const term of termsOf(text)) {
      const hash = hashOf(term)
      if (hashes.includes(hash, first)) continue // a chunk has some fifty: looking through them is faster than a set
      hashes.push(hash)
      chunks.push(chunk)
    }
  }
  const mask = 2 ** Math.ceil(Math.log2(Math.max(1, hashes.length / TERMS_PER_BUCKET))) - 1
  const starts = new Uint32Array(mask + 2)
  for (const hash of hashes) starts[(hash & mask) + 1]! += 1
  for (let bucket = 0; bucket <= mask; bucket += 1) starts[bucket + 1]! += starts[bucket]!
  const next = starts.slice()
  const index = { hashes: new Uint32Array(hashes.length), chunks: new Uint16Array(hashes.length), starts }
  for (const [at, hash] of hashes.entries()) {
    const place = next[hash & mask]!
    index.hashes[place] = hash
    index.chunks[place] = chunks[at]!
    next[hash & mask]! += 1
  }
  return index
}
