import { askedWords } from '../../knowledge/asked-words.ts'
import { withSpellings } from '../../knowledge/spellings.ts'
import { indexTermsOf, searchTermsOf, termsOf } from '../../knowledge/terms.ts'
import type { Passage } from '../../knowledge/types.ts'
import { namesOtherEnd } from './degrees.ts'
import { answersQuestion, type Reading, readingsOf } from './readings.ts'

const NEGATION =
  /(?<!\p{L})(?:not|never|without|except|none|neither|nor|cannot|unable|fail(?:ed|s)?|refus(?:ed|es)|nicht|kein\w*|nie|ohne|no|nunca|sin|ne|pas|jamais|não|sem|non|senza|не|нет|без|δεν|χωρίς|değil|yok|لا|ليس|بدون)(?!\p{L})|n['’]t(?!\p{L})/iu
const COMPARED = 6 // passages; of a small agent, more may be given
const NEIGHBOURS_WITHIN = 2 // terms
const OPPOSITE = /^(?:un|in|im|ir|il|dis|non|anti)/

/**
 * The evidence for and against the quotes being the answer, each from about 0 to 1; `similarity`, `over` and `ahead`
 * may be negative. Other passages only show how far the first quote's is ahead. Null without quotes.
 */
export function evidenceFor(
  question: string,
  passages: readonly Passage[],
  quoted: readonly { passage: number; text: string }[],
) {
  const readings = readingsOf(question, passages)
  const [first] = quoted
  const passage = passages[first?.passage ?? 0]
  const reading = readings.find(({ index }) => index === first?.passage)
  if (!passage || !first || !reading) return null
  const { asked, trust, whole, heading, title } = passage
  const all = quoted.map(({ text }) => text).join('\n')
  const quote = `${title}\n${heading ?? ''}\n${all}`
  const said = new Set(indexTermsOf(quote))
  const missing = asked.filter(({ term }) => !said.has(term))
  const weightOf = (terms: typeof asked) => terms.reduce((sum, { weight }) => sum + weight, 0)
  const inFull = new Set(termsOf(withSpellings(quote)))
  const words = [...new Set(termsOf(askedWords(question)))]
  const numbers = question.match(/\p{N}+/gu) ?? []
  const sentence = reading.units
    .filter(({ isLabel }) => !isLabel)
    .reduce<(typeof reading.units)[number] | undefined>(
      (best, unit) => (!best || unit.similarity + unit.coverage > best.similarity + best.coverage ? unit : best),
      undefined,
    )
  // Words of the question that occur only in labels, such as menu entries, don't support the answer.
  const told = reading.units.filter(({ isLabel, leads }) => !isLabel || leads)
  const known = new Set(indexTermsOf([title, heading ?? '', ...told.map(({ text }) => text)].join('\n')))
  const labelled =
    told.length < reading.units.length ? weightOf(asked.filter(({ term }) => !known.has(term))) : 1 - passage.coverage
  const lost = Math.max(0, labelled - (1 - passage.coverage))
  const strangest = Math.max(0, ...asked.filter(({ share }) => share === 0).map(({ weight }) => weight))
  const similarity = similarityOf(reading)
  const other = passages.find(({ sourceId }) => sourceId !== passage.sourceId)
  return {
    similarity,
    covered: 1 - weightOf(missing),
    sentence: sentence?.coverage ?? passage.coverage,
    strange: weightOf(asked.filter(({ share }) => share === 0)),
    // The weightiest word that the sources lack. It counts less if the passage is similar to the question, and so may
    // say the same in other words, and hardly if the embedder knows the language too little to tell (`trust`).
    lacked: strangest * (1 - Math.max(0, similarity)) * trust ** 8,
    words: words.filter((word) => inFull.has(word)).length / Math.max(1, words.length),
    numbers: numbers.filter((number) => !all.includes(number)).length / Math.max(1, numbers.length),
    over: passage.coverage - lost - (passages.length > 1 ? passages.slice(0, COMPARED).at(-1)!.coverage : 0),
    ahead: passage.score - lost - (other?.score ?? 0),
    terms: 1 / Math.max(1, asked.length),
    negated: NEGATION.test(question) && !NEGATION.test(sentence?.text ?? all) ? 1 : 0,
    opposite:
      words.some((word) => OPPOSITE.test(word) && !inFull.has(word) && inFull.has(word.replace(OPPOSITE, ''))) ||
      namesOtherEnd(question, quote)
        ? 1
        : 0,
    together: togetherIn(question, all),
    trust,
    whole,
  }
}

/** Of the pairs of neighbouring terms in the question, the share that is near each other in a text too. */
function togetherIn(question: string, text: string): number {
  const places = new Map<string, number[]>()
  for (const [at, term] of searchTermsOf(text).entries()) places.set(term, [...(places.get(term) ?? []), at])
  const terms = searchTermsOf(askedWords(question))
  const together = terms.slice(1).filter((term, at) => {
    const before = places.get(terms[at]!) ?? []
    return places.get(term)?.some((one) => before.some((other) => Math.abs(one - other) <= NEIGHBOURS_WITHIN))
  })
  return together.length / Math.max(1, terms.length - 1)
}

export type Evidence = NonNullable<ReturnType<typeof evidenceFor>>

/**
 * The similarity of the question to the nearest unit of a passage (labels left out) or to the question that the passage
 * answers, whichever is higher; to the passage as a whole if it has no such unit.
 */
export function similarityOf({ passage, units }: Reading): number {
  const told = units.filter((unit) => !unit.isLabel).map((unit) => unit.similarity)
  const asked = answersQuestion(passage) ? [passage.headingSimilarity] : []
  return told.length > 0 ? Math.max(...told, ...asked) : passage.similarity
}
