import { termsOf } from '../terms.ts'

/**
 * Terms as 32-bit numbers (FNV-1a): they take a tenth of the memory of strings and need no dictionary that would have to
 * forget what is deleted. Two terms share a number once in four billion pairs; a chunk then counts as having both.
 */
export function hashOf(term: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < term.length; at += 1) hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** Gathers the distinct terms of one text after the other. */
export function hashTerms() {
  let terms = new Uint32Array(1_024)
  let length = 0
  const ends: number[] = []
  return {
    add(text: string): void {
      const first = length
      for (const term of termsOf(text)) {
        const hash = hashOf(term)
        let at = first // a chunk has some fifty: looking through them is faster than a set
        while (at < length && terms[at] !== hash) at += 1
        if (at < length) continue
        if (length === terms.length) terms = grown(terms)
        terms[length] = hash
        length += 1
      }
      ends.push(length)
    },
    finish: () => ({ terms: terms.slice(0, length), termEnds: Uint32Array.from(ends) }),
  }
}

function grown(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2)
  larger.set(array)
  return larger
}
