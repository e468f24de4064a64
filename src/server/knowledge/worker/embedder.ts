/** Turns texts into unit vectors, all of one length. */
export type Embedder = {
  /** How many of these texts make one batch from `start` on. They are sorted, the shortest first. */
  batchSize(texts: readonly string[], start: number): number
  /** How many batches of training may be under way at once, not counting those of questions. */
  batchesAtOnce: number
  /** Embeds one batch. */
  embed(texts: string[]): Promise<Float32Array[]>
}

/** Scales a vector to length 1 in place, so that a dot product is the cosine. */
export function normalise(vector: Float32Array): Float32Array {
  let squares = 0
  for (const value of vector) squares += value * value
  const scale = squares > 0 ? 1 / Math.sqrt(squares) : 0
  for (let at = 0; at < vector.length; at += 1) vector[at]! *= scale
  return vector
}
