import { askedWords } from '../../knowledge/asked-words.ts'
import { termsOf } from '../../knowledge/terms.ts'
import type { Passage } from '../../knowledge/types.ts'
import { folded, isBorneOut, saidWords, wordsOf } from './borne-out.ts'
import { daysIn } from './days.ts'
import type { Quote } from './quote.ts'
import { readingsOf } from './readings.ts'
import { type Demand, demandOf } from './support.ts'

interface Asked {
  message: string
  query: string
  passages: readonly Passage[]
}

/**
 * The one sentence of the quotes that answers a message, where the reply before it has quoted that sentence already, so
 * that a passage is not said again word for word; else, or where none is told from the others, the quotes as they are.
 * @param said the reply just before the message
 */
export function withoutRepeating({ message, query, passages }: Asked, quotes: readonly Quote[], said: string): Quote[] {
  const readings = readingsOf(query, passages)
  const sentences = quotes.flatMap((quote) => {
    const units = readings.find(({ index }) => index === quote.passage)?.units ?? []
    const quoted = units.filter(({ kind, isLabel, text }) => kind !== 'code' && !isLabel && quote.text.includes(text))
    return quoted.map(({ text }) => ({ ...quote, text }))
  })
  const points = pointsFor(message)
  const [best, next] = sentences
    .map((sentence) => ({ sentence, points: points(sentence.text) }))
    .sort((one, other) => other.points - one.points)
  const isTold = best && best.points > 0 && best.points > (next?.points ?? 0)
  return isTold && said.includes(best.sentence.text) ? [best.sentence] : [...quotes]
}

function shared<Item>(one: ReadonlySet<Item>, other: ReadonlySet<Item>): number {
  return [...one].filter((item) => other.has(item)).length
}

/** Makes a function that counts what of a message's demand a text bears out: words, days, and kinds such as an amount. */
function pointsFor(message: string): (text: string) => number {
  const demand: Demand | null = demandOf(message)
  if (!demand) {
    const asked = new Set(termsOf(askedWords(message)))
    return (text) => shared(asked, new Set(termsOf(text)))
  }
  const { words, days, kinds } = demand
  return (text) => {
    const said = folded(text)
    const own = saidWords(wordsOf(text))
    const borneOut = words.filter((word) => isBorneOut(word, own)).length
    return borneOut + shared(days, daysIn(said)) + kinds.filter((kind) => kind.isSaid(text, said)).length
  }
}
