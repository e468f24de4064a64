import { termsOf } from '../../knowledge/terms.ts'
import type { Passage } from '../../knowledge/types.ts'
import { unitsOf } from '../../knowledge/units.ts'

export type Citation = { source_id: string; title: string; url: string | null; quote: string; score: number }

const MARKER = /\s*\[\[([\d,; ]{1,40})\]\]/g
// Some models write [1] whatever they are told. Not after a word: `list[1]` is code.
const SINGLE_MARKER = /\s*(?<![\p{L}\p{N}_)])((?:\[\d{1,2}(?:[,;] ?\d{1,2}){0,9}\])+)/gu
const SHARED_WORDS = 0.6 // of a sentence's words in the reply: it has been used, though no marker says so
const QUOTE_MAXIMUM = 600

/** The reply without its markers, and what it cites: passages it marks, or else passages whose sentences it repeats. */
export function readCitations(reply: string, passages: readonly Passage[]): { content: string; citations: Citation[] } {
  const pattern = reply.match(MARKER) ? MARKER : SINGLE_MARKER
  const marked = new Set<Passage>()
  const content = reply
    .toWellFormed()
    .replaceAll('\0', '')
    .replace(pattern, (marker, numbers: string) => {
      const named = (numbers.match(/\d+/g) ?? []).map((number) => passages[Number(number) - 1])
      if (named.every((passage) => passage === undefined)) return marker
      for (const passage of named) if (passage) marked.add(passage)
      return ''
    })
    .trim()
  const said = new Set(termsOf(content))
  const used =
    marked.size > 0 ? [...marked] : passages.filter((passage) => bestUnit(passage, said).share >= SHARED_WORDS)
  return { content, citations: used.map((passage) => cite(passage, content, said)) }
}

function cite(passage: Passage, content: string, said: ReadonlySet<string>): Citation {
  const verbatim = textsOf(passage).filter((text) => content.includes(text))
  const quote = verbatim.length > 0 ? verbatim.join(' ') : bestUnit(passage, said).text
  const { sourceId, title, url, score } = passage
  return {
    source_id: sourceId,
    title,
    url,
    quote: quote.slice(0, QUOTE_MAXIMUM).toWellFormed(),
    score: Math.round(score * 1000) / 1000,
  }
}

/** The sentence of a passage that shares most of its words with what was said. */
function bestUnit(passage: Passage, said: ReadonlySet<string>): { text: string; share: number } {
  let best = { text: '', share: -1 }
  for (const text of textsOf(passage)) {
    const terms = [...new Set(termsOf(text))]
    const share = terms.filter((term) => said.has(term)).length / Math.max(terms.length, 3)
    if (share > best.share) best = { text, share }
  }
  return best
}

function textsOf(passage: Passage): string[] {
  return (passage.units.length > 0 ? passage.units : unitsOf(passage.content)).map(({ text }) => text)
}
