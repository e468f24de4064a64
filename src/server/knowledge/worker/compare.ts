import type { Embed } from './embedding-queue.ts'

/** Compares a text with others: trust in the text's language × cosine, for each. */
export async function compareTexts(
  text: string,
  others: readonly string[],
  trust: number,
  embed: Embed,
): Promise<number[]> {
  const [vector, ...vectors] = await embed([text, ...others])
  return vectors.map((other) => trust * dot(vector!, other))
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at += 1) sum += one[at]! * other[at]!
  return sum
}
