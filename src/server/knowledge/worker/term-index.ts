import { indexTermsOf } from '../terms.ts'

/**
 * Which of some chunks contain which terms, as a hash table of buckets. Terms are kept as 32-bit hashes (FNV-1a), which
 * take a tenth of the memory of strings. Two terms share a hash once in four billion pairs; a chunk that has one of
 * them then counts as having the other too.
 */
export type TermIndex = {
  /** The hash of each distinct term of each chunk, bucket after bucket. */
  hashes: Uint32Array
  /** For each of these hashes, the number of the chunk that contains the term. */
  chunks: Uint16Array
  /** Where each bucket starts, which is where the one before it ends. A hash's lowest bits are the bucket's number. */
  starts: Uint32Array
}

const CHUNKS_MAXIMUM = 2 ** 16
const TERMS_PER_BUCKET = 16

const HASH_START = 0x811c9dc5
const hashWith = (hash: number, code: number) => Math.imul(hash ^ code, 0x01000193)

export function hashOf(term: string): number {
  let hash = HASH_START
  for (let at = 0; at < term.length; at += 1) hash = hashWith(hash, term.charCodeAt(at))
  return hash >>> 0
}

/**
 * What each byte of UTF-8 counts as in a word: a letter of ASCII as its lower case, a digit or `_` as itself, other
 * ASCII as 0, which ends a word. Bytes of other characters count as themselves: `indexTermsOf` finds out whether those
 * are letters.
 */
const WORD_BYTES = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 128) return byte
  const character = String.fromCharCode(byte).toLowerCase()
  return /\w/.test(character) ? character.charCodeAt(0) : 0
})
const DIGIT_0 = 48
const DIGIT_9 = 57

const REMEMBERED = 2 ** 16 // words; a word replaces another one whose hash has the same lowest bits
const words = new Uint32Array(REMEMBERED)
const terms = new Uint32Array(REMEMBERED) // the hash of each of these words' term; 0 for one without, such as "the"

/**
 * Calls `note` with the hash of each term that `indexTermsOf` finds in a piece of UTF-8. The terms of words seen
 * lately are remembered by the words' own hashes, as most text consists of few words. So hardly any string is made, and
 * this takes a quarter of the time that cutting the text as a string takes.
 */
function readTerms(text: Buffer, from: number, to: number, note: (hash: number) => void): void {
  let start = from
  let word = HASH_START
  for (let at = from; at <= to; at += 1) {
    const letter = at < to ? WORD_BYTES[text[at]!]! : 0
    if (letter !== 0) {
      word = hashWith(word, letter)
      continue
    }
    if (at > start) noteWord(word >>> 0, text, start, at, note)
    start = at + 1
    word = HASH_START
  }
}

function noteWord(word: number, text: Buffer, start: number, end: number, note: (hash: number) => void): void {
  const place = word & (REMEMBERED - 1)
  if (words[place] === word) {
    if (terms[place] !== 0) note(terms[place]!)
  } else if (isNumber(text, start, end)) {
    note(word) // A number is its own term. It is not remembered, as there are endlessly many numbers.
  } else {
    const hashes = indexTermsOf(text.toString('utf8', start, end)).map(hashOf)
    for (const hash of hashes) note(hash)
    if (hashes.length > 1) return
    words[place] = word
    terms[place] = hashes[0] ?? 0
  }
}

function isNumber(text: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (text[at]! < DIGIT_0 || text[at]! > DIGIT_9) return false
  return true
}

/** Builds an index of chunks from their texts in UTF-8. Chunks are numbered from 0 in the order of their adding. */
export function createTermIndexer() {
  let hashes = new Uint32Array(1_024)
  let chunks = new Uint16Array(1_024)
  let length = 0
  let chunk = 0
  let first = 0 // where the chunk's terms start

  function note(hash: number): void {
    let at = first // Looking through the chunk's terms, which are some fifty, is faster than a set.
    while (at < length && hashes[at] !== hash) at += 1
    if (at < length) return
    if (length === hashes.length) {
      hashes = new Uint32Array(hashes.buffer.transfer(length * 8))
      chunks = new Uint16Array(chunks.buffer.transfer(length * 4))
    }
    hashes[length] = hash
    chunks[length] = chunk
    length += 1
  }

  return {
    /**
     * Adds the next chunk, whose text is the bytes from `from` to `to`.
     * @throws RangeError when there are 65,536 already
     */
    add(text: Buffer, from: number, to: number): void {
      if (chunk === CHUNKS_MAXIMUM) throw new RangeError('So many chunks do not fit into one index.')
      first = length
      readTerms(text, from, to, note)
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
