/** A question, and the source or sources of which any answers it. */
export type Known = readonly [question: string, ...sources: string[]]

/** Questions for one place: those that a source answers, and near misses, about which the sources say nothing. */
export type Questions = { known: readonly Known[]; nearMisses: readonly string[] }

/**
 * What a small place's agent knows, in about twenty short texts, and what its visitors ask. Rules may be chosen by the
 * `open` questions. The `held` ones were written before any result was seen and only report: nothing is chosen by them.
 */
export type Place = {
  name: string
  language: string
  /** Each source's text by a short name; the ones with a line break have a title, which is their first line. */
  sources: Readonly<Record<string, string>>
  open: Questions
  held: Questions
}
