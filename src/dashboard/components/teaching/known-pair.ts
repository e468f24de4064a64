/** A pair of questions and answers that says something about what is taught. */
export interface KnownPair {
  source_id: string
  /** Which version of the source was read. */
  version: number
  /** Its place in the source, from 0 on. */
  pair: number
  question: string
  answer: string
}

/**
 * The pair of a source that a quote was taken from: the one whose answer it is, else the one whose answer holds it, else
 * the longest that it holds. Undefined where several fit as well, since another than the one meant might be changed.
 */
export function pairQuoted(
  { version, questions = [] }: { version: number; questions?: readonly { question: string; answer: string }[] },
  { source_id, quote }: { source_id: string; quote: string },
): KnownPair | undefined {
  const pairs = questions.map((known, pair) => ({ source_id, version, pair, ...known }))
  const within = pairs.filter(({ answer }) => quote.includes(answer.trim()))
  const longest = Math.max(...within.map(({ answer }) => answer.length))
  const fitting = [
    pairs.filter(({ answer }) => answer.trim() === quote.trim()),
    pairs.filter(({ answer }) => answer.includes(quote)),
    within.filter(({ answer }) => answer.length === longest),
  ].find(({ length }) => length > 0)
  return fitting?.length === 1 ? fitting[0] : undefined
}
