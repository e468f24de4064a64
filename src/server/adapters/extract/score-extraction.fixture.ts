import { Parser } from 'htmlparser2'

/**
 * What a person says of a part of a page: it belongs to the text, it must not be in the text, or it doesn't matter (a
 * table of contents, a date).
 */
export type Mark = 'keep' | 'drop' | 'either'

/** Says what an element is marked as; undefined if it is part of the element around it. */
export type Marker = (name: string, attributes: Record<string, string>) => Mark | undefined

export interface Score {
  /** Share of the text to keep that was extracted. */
  recall: number
  /** Share of what was extracted that does not belong there. */
  noise: number
  /** The first shingles of the text to keep that are missing in the Markdown, to tell what went wrong. */
  missed: string[]
  /** The first shingles of the Markdown that should not be there. */
  extra: string[]
}

const SHINGLE_WORDS = 4
const SHOWN = 8
const WORD = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|[\p{L}\p{N}]+/gu
/** Stands where text that may be left out was: no shingle spans it. */
const GAP = '\n\u241e\n'
const NEVER_TEXT = new Set(['script', 'style', 'title', 'svg', 'template', 'select', 'textarea', 'noscript', 'button'])
const INLINE = new Set(
  'a abbr acronym b bdi bdo big cite code del dfn em font i img ins kbd mark q s samp small strike strong sub sup tt u var wbr'.split(
    ' ',
  ),
)

/**
 * Compares the Markdown that was extracted from a page with what the page's marks say. It shares no rule with the
 * extractor. Texts are compared by shingles, runs of four words.
 */
export function scoreExtraction(html: string, markdown: string, marker: Marker): Score {
  const { kept, shown } = readMarks(html, marker)
  const extracted = shinglesOf(plainText(markdown))
  const gold = shinglesOf(kept)
  const allowed = new Set([...gold, ...shinglesOf(shown)])
  const missed = [...gold].filter((shingle) => !extracted.has(shingle))
  const extra = [...extracted].filter((shingle) => !allowed.has(shingle))
  return {
    recall: gold.size === 0 ? 1 : 1 - missed.length / gold.size,
    noise: extracted.size === 0 ? 0 : extra.length / extracted.size,
    missed: missed.slice(0, SHOWN),
    extra: extra.slice(0, SHOWN),
  }
}

/** Reads the text that is marked to be kept, and all that may be there. */
function readMarks(html: string, marker: Marker): { kept: string; shown: string } {
  /** The marks of the open elements, from the outermost; undefined where nothing has been marked yet. */
  const marks: (Mark | undefined)[] = []
  let kept = ''
  let shown = ''
  const space = (name: string) => {
    if (INLINE.has(name)) return
    kept += ' '
    shown += ' '
  }
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const around = marks.at(-1)
        const own = marker(name, attributes) ?? (NEVER_TEXT.has(name) ? 'drop' : undefined)
        // What is marked to be dropped stays so, whatever it contains.
        marks.push(around === 'drop' ? 'drop' : (own ?? around))
        space(name)
      },
      onclosetag(name) {
        marks.pop()
        space(name)
      },
      ontext(text) {
        const mark = marks.at(-1)
        if (mark === 'keep') kept += text
        else if (mark === 'either') kept += GAP
        if (mark === 'keep' || mark === 'either') shown += text
      },
    },
    { decodeEntities: true },
  )
  parser.end(html)
  return { kept, shown }
}

/** Removes the words that Markdown adds: addresses of links, and the numbers of lists. */
const plainText = (markdown: string): string => markdown.replace(/\]\([^)\s]*\)/g, ']').replace(/^( *)\d+\. /gm, '$1')

function shinglesOf(text: string): Set<string> {
  return new Set(
    text.split(GAP).flatMap((part) => {
      const words = part.normalize('NFKC').toLowerCase().match(WORD) ?? []
      const count = Math.max(0, words.length - SHINGLE_WORDS + 1)
      return Array.from({ length: count }, (_, start) => words.slice(start, start + SHINGLE_WORDS).join(' '))
    }),
  )
}
