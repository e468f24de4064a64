import { dot } from './dot-products.ts'
import type { Embed } from './embedding-queue.ts'

/** Compares a text with each of `others` by meaning: `trust` in the text's language × the cosine of the two. */
export async function compareTexts(
  text: string,
  others: readonly string[],
  trust: number,
  embed: Embed,
): Promise<number[]> {
  const [vector, ...vectors] = await embed([text, ...others])
  return vectors.map((other) => trust * dot(other, 0, vector!))
}
