import type { Embed } from './embedding-queue.ts'

const LONGEST_CHARACTERS = 500 // A longer text is hardly embedded twice, and would take much memory as a key.

/** Keeps vectors likely to be wanted again, as of checks and actions; the one unused longest is dropped first. */
export function createKeptVectors(limit: number) {
  const kept = new Map<string, Float32Array>() // Sorted by use, the latest last.

  function keep(text: string, vector: Float32Array): void {
    kept.delete(text)
    if (text.length <= LONGEST_CHARACTERS) kept.set(text, vector)
    const [oldest] = kept.keys()
    if (kept.size > limit && oldest !== undefined) kept.delete(oldest)
  }

  /** Makes a function that embeds like the given one, but only texts whose vectors are not kept. */
  return (embed: Embed): Embed =>
    async (texts) => {
      const vectors = new Map(texts.map((text) => [text, kept.get(text)]))
      const missing = [...vectors.keys()].filter((text) => !vectors.get(text))
      const embedded = missing.length === 0 ? [] : await embed(missing)
      for (const [at, text] of missing.entries()) vectors.set(text, embedded[at]!)
      for (const [text, vector] of vectors) keep(text, vector!)
      return texts.map((text) => vectors.get(text)!)
    }
}
