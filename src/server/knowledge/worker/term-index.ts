import { searchTermsOf } from '../terms.ts'

/**
 * Which of some chunks contain which terms, as a hash table of buckets. Terms are kept as 32-bit numbers (FNV-1a), which
 * take a tenth of the memory of strings. Two terms share a number once in four billion pairs; a chunk then counts as
 * having both.
 */
export type TermIndex = {
  /** Each distinct term of each chunk, bucket after bucket. */
  hashes: Uint32Array
  /** The number of the chunk that each of them is a term of. */
  chunks: Uint16Array
  /** Where each bucket starts, which is where the one before it ends. A term's lowest bits say in which bucket it is. */
  starts: Uint32Array
}

const CHUNKS_MAXIMUM = 2 ** 16
const TERMS_PER_BUCKET = 16

export function hashOf(term: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < term.length; at += 1) hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** Builds an index of chunks from their texts. They are numbered in the order in which they are added. */
export function createTermIndexer() {
  let hashes = new Uint32Array(1_024)
  let chunks = new Uint16Array(1_024)
  let length = 0
  let chunk = 0
  return {
    /** @throws RangeError when there are 65,536 already */
    add(text: string): void {
      if (chunk === CHUNKS_MAXIMUM) throw new RangeError('So many chunks do not fit into one index.')
      const first = length
      for (const term of searchTermsOf(text)) {
        const hash = hashOf(term)
        let at = first // Looking through the chunk's terms, which are some fifty, is faster than a set.
        while (at < length && hashes[at] !== hash) at += 1
        if (at < length) continue
        if (length === hashes.length) {
          hashes = new Uint32Array(hashes.buffer.transfer(length * 8))
          chunks = new Uint16Array(chunks.buffer.transfer(length * 4))
        }
        hashes[length] = hash
        chunks[length] = chunk
        length += 1
      }
      chunk += 1
    },
    finish(): TermIndex {
      const mask = 2 ** Math.ceil(Math.log2(Math.max(1, length / TERMS_PER_BUCKET))) - 1
      const starts = new Uint32Array(mask + 2)
      for (let at = 0; at < length; at += 1) starts[(hashes[at]! & mask) + 1]! += 1
      for (let bucket = 0; bucket <= mask; bucket += 1) starts[bucket + 1]! += starts[bucket]!
      const next = starts.slice()
      const index = { hashes: new Uint32Array(length), chunks: new Uint16Array(length), starts }
      for (let at = 0; at < length; at += 1) {
        const bucket = hashes[at]! & mask
        index.hashes[next[bucket]!] = hashes[at]!
        index.chunks[next[bucket]!] = chunks[at]!
        next[bucket]! += 1
      }
      return index
    },
  }
}
