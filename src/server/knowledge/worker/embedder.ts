/** Turns texts into unit vectors, all of one length. */
export type Embedder = {
  /** How many of these texts make one batch from `start` on. They are sorted, the shortest first. */
  batchSize(texts: readonly string[], start: number): number
  /** How many batches of training may be under way at once, not counting those of questions. */
  batchesAtOnce: number
  /** How many batches may be under way at once of what jobs ask. */
  ofJobsAtOnce: number
  /** How much the model knows of a text's language; a model that does not say knows all. */
  graspOf?(text: string): Grasp
  /**
   * Embeds one batch.
   * @param isOfJob whether a job asks, which may be given to a second thread
   */
  embed(texts: string[], isOfJob?: boolean): Promise<Float32Array[]>
}

/**
 * How much a model knows of a text's language, both from 0 to 1: `trust` by the length of the pieces that it knows, by which
 * its cosines count, and `whole` by the share of the words that it need not cut, which tells its own language from others
 * that are written alike.
 */
export type Grasp = { trust: number; whole: number }

export const FULL_GRASP: Grasp = { trust: 1, whole: 1 }

/** Scales a vector to length 1 in place, so that a dot product is the cosine. */
export function normalise(vector: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  let squares = 0
  for (const value of vector) squares += value * value
  const scale = squares > 0 ? 1 / Math.sqrt(squares) : 0
  for (let at = 0; at < vector.length; at += 1) vector[at]! *= scale
  return vector
}

const CONTINUES = '##' // begins a piece that goes on with the word of the piece before

/**
 * How much a model knows of a text, from how its tokenizer cuts it: a model that has seen a language knows whole words or
 * long pieces, one that has not gets single letters or unknown pieces. Below one letter a piece a vector is noise.
 */
export function graspIn(pieces: readonly string[], unknown: string): Grasp {
  const lettersIn = (piece: string) => (piece === unknown ? 0 : (piece.match(/[\p{L}\p{N}]/gu)?.length ?? 0))
  const letters = pieces.reduce((sum, piece) => sum + lettersIn(piece), 0)
  const words = pieces.filter((piece) => !piece.startsWith(CONTINUES))
  // Of other scripts the model knows most letters, each as a word of its own.
  const whole = pieces.filter(
    (piece, at) =>
      !piece.startsWith(CONTINUES) &&
      !pieces[at + 1]?.startsWith(CONTINUES) &&
      (lettersIn(piece) > 1 || /[a-z0-9]/i.test(piece)) &&
      piece !== unknown,
  )
  if (words.length === 0) return { trust: 0, whole: 0 }
  return {
    trust: Math.min(1, Math.max(0, (letters / pieces.length - 1) / 2)),
    whole: whole.length / words.length,
  }
}
