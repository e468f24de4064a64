/** A question and its answer, in a source of the agent, that already say something about what is to be taught. */
export interface KnownPair {
  source_id: string
  /** The version of the source in which the pair was read. */
  version: number
  /** The pair's index in the source, from 0 on. */
  pair: number
  question: string
  answer: string
}

/**
 * The pair whose answer is the quote, else contains it, else is the longest within it. Undefined if none fits, or if
 * several fit equally well, since the wrong one might be changed.
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
