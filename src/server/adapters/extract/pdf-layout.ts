import { tidyMarkdown } from './text.ts'

/** A line of text on a PDF page. Positions are in points from the bottom left corner. */
export interface PdfLine {
  text: string
  x: number
  right: number
  y: number
  /** Height of the letters in points. */
  size: number
}

const HEADING_LEVELS = [
  { level: '#', ratio: 1.7 },
  { level: '##', ratio: 1.35 },
  { level: '###', ratio: 1.12 },
]
const MAX_HEADING_CHARACTERS = 150
const BULLET = /^[•▪●◦‣·–*-]\s+/
/** A line shorter than this share of the longest line was ended by its author, so its line break is kept. */
const FULL_LINE_SHARE = 0.8
/** A gap this many times larger than the usual line spacing starts a new paragraph. */
const GAP_RATIO = 1.3

/** Turns lines into Markdown headings, paragraphs and lists, and drops page numbers and running titles. */
export function linesToMarkdown(pages: PdfLine[][]): string {
  const lines = withoutRunningTitles(pages)
  const all = lines.flat()
  if (all.length === 0) return ''
  const bodySize = mostCommon(
    all,
    (line) => line.size,
    (line) => line.text.length,
  )
  const gaps = lines.flatMap((page) => page.slice(1).map((line, index) => (page[index]?.y ?? 0) - line.y))
  const bodyGap =
    mostCommon(
      gaps.filter((gap) => gap > 0),
      (gap) => gap,
      () => 1,
    ) || bodySize * 1.2
  const width = Math.max(...all.map((line) => line.right - line.x))

  let output = ''
  let previous: (PdfLine & { heading: string }) | null = null
  for (const page of lines) {
    let firstOfPage = true
    for (const line of page) {
      const heading = headingLevel(line, bodySize)
      const text = line.text.replace(BULLET, '- ')
      if (!previous) output = heading + text
      else {
        const gap = previous.y - line.y
        const sameBlock = firstOfPage
          ? /[\p{Ll},-]$/u.test(previous.text) && /^\p{Ll}/u.test(line.text)
          : gap > -1 && gap <= GAP_RATIO * bodyGap
        if (previous.heading !== heading || (heading !== '' && gap > 2 * line.size)) output += `\n\n${heading}${text}`
        else if (heading !== '') output += ` ${text}`
        else if (BULLET.test(line.text)) output += `\n${text}`
        else if (!sameBlock) output += `\n\n${text}`
        else if (previous.right - previous.x < FULL_LINE_SHARE * width && !firstOfPage) output += `\n${text}`
        else output = joined(output, text)
      }
      previous = { ...line, heading }
      firstOfPage = false
    }
  }
  return tidyMarkdown(output)
}

/** Joins two lines of a paragraph; a word hyphenated at the line's end becomes whole again. */
const joined = (before: string, text: string): string =>
  /\p{L}-$/u.test(before) && /^\p{Ll}/u.test(text) ? before.slice(0, -1) + text : `${before} ${text}`

function headingLevel(line: PdfLine, bodySize: number): string {
  if (line.text.length > MAX_HEADING_CHARACTERS || !/\p{L}/u.test(line.text)) return ''
  const found = HEADING_LEVELS.find(({ ratio }) => line.size >= ratio * bodySize)
  return found ? `${found.level} ` : ''
}

/** Drops page numbers, and titles repeated at the top or bottom of many pages. */
function withoutRunningTitles(pages: PdfLine[][]): PdfLine[][] {
  const shape = (line: PdfLine | undefined) => (line ? line.text.replace(/\d+/g, '#') : '')
  const seen = new Map<string, number>()
  const edges = (page: PdfLine[]) => new Set([shape(page[0]), shape(page.at(-1))])
  for (const page of pages) for (const edge of edges(page)) seen.set(edge, (seen.get(edge) ?? 0) + 1)
  const repeats = (line: PdfLine | undefined) => (seen.get(shape(line)) ?? 0) >= Math.max(3, pages.length * 0.4)
  const isPageNumber = (line: PdfLine | undefined) =>
    pages.length > 1 && /^(page |seite |- )?\d{1,4}( ?(\/|of|von) ?\d{1,4})?( -)?$/i.test(line?.text ?? '')
  return pages.map((page) => {
    const start = page.length > 1 && (repeats(page[0]) || isPageNumber(page[0])) ? 1 : 0
    const end = page.length > 1 && (repeats(page.at(-1)) || isPageNumber(page.at(-1))) ? -1 : undefined
    return page.slice(start, end)
  })
}

/** The most frequent value, rounded to half a point, where each item counts by its weight. */
function mostCommon<T>(items: T[], measure: (item: T) => number, weigh: (item: T) => number): number {
  const weights = new Map<number, number>()
  for (const item of items) {
    const value = Math.round(measure(item) * 2) / 2
    weights.set(value, (weights.get(value) ?? 0) + weigh(item))
  }
  return [...weights].reduce((best, next) => (next[1] > best[1] ? next : best), [0, 0])[0]
}
