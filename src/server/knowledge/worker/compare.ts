import type { Embed } from './embedding-queue.ts'

const KEPT = 1_000 // vectors kept for the next comparison, about 1.5 MB

/**
 * Makes a function that compares a text with others: trust in the text's language × cosine, for each. It keeps the
 * vectors of the others, because the same ones are compared with every text.
 */
export function createCompare() {
  const kept = new Map<string, Float32Array>() // Sorted by use, the latest last.

  return async (text: string, others: readonly string[], trust: number, embed: Embed): Promise<number[]> => {
    const vectors = new Map(others.map((other) => [other, kept.get(other)]))
    const missing = [...vectors.keys()].filter((other) => !vectors.get(other))
    const [vector, ...embedded] = await embed([text, ...missing])
    for (const [at, other] of missing.entries()) vectors.set(other, embedded[at]!)
    for (const [other, known] of vectors) {
      kept.delete(other)
      kept.set(other, known!)
    }
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT) break
      kept.delete(oldest)
    }
    return others.map((other) => trust * dot(vector!, vectors.get(other)!))
  }
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at += 1) sum += one[at]! * other[at]!
  return sum
}
