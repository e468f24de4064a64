import { termsOf } from '../../knowledge/terms.ts'
import type { Passage } from '../../knowledge/types.ts'
import { unitsOf } from '../../knowledge/units.ts'
import { splitAtCode } from './markdown-code.ts'

export type Citation = { source_id: string; title: string; url: string | null; quote: string; score: number }

// White space before a marker is matched from its beginning only; else the time grows with the square of its length.
const MARKER = /(?<!\s)\s*\[\[([\d,; ]{1,40})\]\]/g
// Matches markers such as [1], which some models write instead of [[1]]. After a word (`list[1]`) it is code.
const SINGLE_MARKER = /(?<!\s)\s*(?<![\p{L}\p{N}_)])((?:\[\d{1,2}(?:[,;] ?\d{1,2}){0,9}\])+)/gu
// Matches what still looks like a marker without those that name passages: `[99]`, `[-1]`, `[[7]]`, `【4†source】`.
const LITTER = /(?<!\s)\s*(?:(?<![\p{L}\p{N}_)\]])\[{1,2}-?\d{1,3}(?:[,;] ?-?\d{1,3}){0,9}\]{1,2}|【[^】\n]{1,40}】)/gu
const SHARED_WORDS = 0.6 // share of a sentence's words in the reply from which it counts as cited even without a marker
const LEAST_WORDS = 3 // of a sentence that counts as cited without a marker; fewer may be shared by chance
const QUESTION = /[?？؟][\s"'”’»)\]*_]*$/u
const QUOTE_MAXIMUM = 600

/**
 * Removes a reply's citation markers and returns what it cites: the marked passages, or else those of which it repeats
 * most of a sentence, each with the passage in `cited`. `cut` may shorten the reply (`isCut`); what it cuts away cites nothing.
 */
export function readCitations(
  reply: string,
  passages: readonly Passage[],
  cut: (content: string) => string = (content) => content,
): { content: string; citations: Citation[]; cited: Passage[]; isCut: boolean } {
  const whole = withoutMarkers(reply, passages)
  const content = cut(whole.content)
  const said = new Set(termsOf(content))
  const marked = [...whole.marked].flatMap(([passage, at]) => (at <= content.length ? passage : []))
  const cited = marked.length > 0 ? marked : passages.filter((passage) => isRepeated(passage, said))
  const citations = cited.map((passage) => cite(passage, content, said))
  return { content, citations, cited, isCut: content !== whole.content }
}

/** Whether a reply (its terms) has most words of a sentence of a passage; repeating a question states nothing. */
function isRepeated(passage: Passage, said: ReadonlySet<string>): boolean {
  return textsOf(passage).some((text) => {
    if (QUESTION.test(text)) return false
    const { words, share } = sharedWords(text, said)
    return words >= LEAST_WORDS && share >= SHARED_WORDS
  })
}

const MARK = '\0' // stands in for a marker while the text is read; any that the reply itself has is removed first

/**
 * Removes the citation markers, and returns the passages they name with the length of the content before each. Markers
 * of missing passages go too, unless a passage contains the same text; code is left unchanged.
 */
export function withoutMarkers(
  reply: string,
  passages: readonly Passage[],
): { content: string; marked: ReadonlyMap<Passage, number> } {
  const parts = splitAtCode(reply.toWellFormed().replaceAll(MARK, ''))
  const pattern = parts.some(({ text, isCode }) => !isCode && text.match(MARKER)) ? MARKER : SINGLE_MARKER
  const named: Passage[][] = []
  const read = (text: string) =>
    text
      .replace(pattern, (marker, numbers: string) => {
        const found = (numbers.match(/\d+/g) ?? []).flatMap((number) => passages[Number(number) - 1] ?? [])
        if (found.length === 0) return marker
        named.push(found)
        return MARK
      })
      .replace(LITTER, (marker) => (passages.some((passage) => passage.content.includes(marker.trim())) ? marker : ''))
  const pieces = parts
    .map(({ text, isCode }) => (isCode ? text : read(text)))
    .join('')
    .split(MARK)
  const text = pieces.join('')
  const marked = new Map<Passage, number>()
  let at = text.trimStart().length - text.length
  for (const [index, piece] of pieces.slice(0, -1).entries()) {
    at += piece.length
    for (const passage of named[index]!) if (!marked.has(passage)) marked.set(passage, at)
  }
  return { content: text.trim(), marked }
}

export function citeQuoted(content: string, passages: readonly Passage[], quoted: readonly number[]): Citation[] {
  const said = new Set(termsOf(content))
  return quoted.flatMap((index) => passages[index] ?? []).map((passage) => cite(passage, content, said))
}

function cite(passage: Passage, content: string, said: ReadonlySet<string>): Citation {
  const verbatim = textsOf(passage).filter((text) => content.includes(text))
  const quote = verbatim.length > 0 ? verbatim.join(' ') : bestUnit(passage, said)
  const { sourceId, title, url, score } = passage
  return {
    source_id: sourceId,
    title,
    url,
    quote: quote.slice(0, QUOTE_MAXIMUM).toWellFormed(),
    score: Math.round(score * 1000) / 1000,
  }
}

/** The unit of a passage (usually a sentence) with the largest share of its words in the reply. */
function bestUnit(passage: Passage, said: ReadonlySet<string>): string {
  const texts = textsOf(passage)
  const shares = texts.map((text) => sharedWords(text, said).share)
  return texts[shares.indexOf(Math.max(...shares))] ?? ''
}

/** How many different words a text has, and the share of them in a reply; fewer than three words count as three. */
function sharedWords(text: string, said: ReadonlySet<string>): { words: number; share: number } {
  const terms = [...new Set(termsOf(text))]
  const share = terms.filter((term) => said.has(term)).length / Math.max(terms.length, 3)
  return { words: terms.length, share }
}

function textsOf(passage: Passage): string[] {
  return (passage.units.length > 0 ? passage.units : unitsOf(passage)).map(({ text }) => text)
}
