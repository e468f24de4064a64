/** Turns texts into unit vectors, all of one length. */
export type Embedder = {
  /** How many of these texts make one batch from `start` on. They are sorted, the shortest first. */
  batchSize(texts: readonly string[], start: number): number
  /** How many batches of training may be under way at once, not counting those of questions. */
  batchesAtOnce: number
  /** How many batches may be under way at once of what jobs ask. */
  ofJobsAtOnce: number
  /** How much the model knows of a text's language, from 0 to 1; a model that does not say knows all. */
  trustOf?(text: string): number
  /**
   * Embeds one batch.
   * @param isOfJob whether a job asks, which may be given to a second thread
   */
  embed(texts: string[], isOfJob?: boolean): Promise<Float32Array[]>
}

/** Scales a vector to length 1 in place, so that a dot product is the cosine. */
export function normalise(vector: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  let squares = 0
  for (const value of vector) squares += value * value
  const scale = squares > 0 ? 1 / Math.sqrt(squares) : 0
  for (let at = 0; at < vector.length; at += 1) vector[at]! *= scale
  return vector
}

/**
 * How much a model knows of a text, from how its tokenizer cuts it: a model that has seen a language knows whole words or
 * long pieces, one that has not gets single letters or unknown pieces. Below one letter a piece a vector is noise.
 */
export function trustIn(pieces: readonly string[], unknown: string): number {
  const known = pieces.filter((piece) => piece !== unknown)
  const letters = known.reduce((sum, piece) => sum + (piece.match(/[\p{L}\p{N}]/gu)?.length ?? 0), 0)
  if (pieces.length === 0) return 0
  return Math.min(1, Math.max(0, (letters / pieces.length - 1) / 2))
}
