/** Turns texts into unit vectors, all of one length. */
export type Embedder = {
  /** How many of these texts, from the one at `start` on, make one batch. They are sorted, the shortest first. */
  batchSize(texts: readonly string[], start: number): number
  /** How many batches of training may be under way at once, not counting those of questions. */
  batchesAtOnce: number
  /** How many batches of jobs' questions may be under way at once. */
  ofJobsAtOnce: number
  /** How much the model knows of a text's language. Without this function, the model counts as knowing all. */
  graspOf?(text: string): Grasp
  /**
   * Embeds one batch.
   * @param isOfJob whether a job asks; only then may a second thread do the work
   */
  embed(texts: string[], isOfJob?: boolean): Promise<Float32Array[]>
}

/**
 * How much a model knows of a text's language, in two numbers from 0 to 1. `trust` grows with the length of the pieces
 * into which its tokenizer cuts the text; the model's cosines are multiplied by it. `whole` is the share of the words
 * that are not cut, which tells the model's own language from others in the same script.
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

const CONTINUES = '##' // begins a piece that continues the word of the piece before it

/**
 * How much a model knows of a text, judged by how its tokenizer cuts it: into whole words or long pieces if the model
 * has seen the language, otherwise into single letters or unknown pieces. `trust` is 0 at one letter per piece or
 * fewer, where a vector is noise, and 1 at three or more.
 */
export function graspIn(pieces: readonly string[], unknown: string): Grasp {
  const lettersIn = (piece: string) => (piece === unknown ? 0 : (piece.match(/[\p{L}\p{N}]/gu)?.length ?? 0))
  const letters = pieces.reduce((sum, piece) => sum + lettersIn(piece), 0)
  const words = pieces.filter((piece) => !piece.startsWith(CONTINUES))
  // A single letter of another script is no whole word, although the model knows most of these as words.
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
