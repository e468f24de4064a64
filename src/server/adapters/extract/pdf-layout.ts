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

const HEADING_RATIO = 1.12 // of the smallest headings' letters to those of the text
const HEADING_LEVELS = [
  { level: '#', ratio: 1.7 },
  { level: '##', ratio: 1.35 },
  { level: '###', ratio: HEADING_RATIO },
]
const MAX_HEADING_CHARACTERS = 150
const BULLET = /^[•▪●◦‣·–*-]\s+/
/** A line shorter than this share of the longest line was ended by its author, so its line break is kept. */
const FULL_LINE_SHARE = 0.8
/** A gap this many times larger than the usual line spacing starts a new paragraph. */
const GAP_RATIO = 1.3

/** Turns lines into Markdown headings, paragraphs and lists, and drops page numbers and running titles. */
export function linesToMarkdown(pages: PdfLine[][]): string {
  const bodySize = mostCommon(
    pages.flat(),
    (line) => line.size,
    (line) => line.text.length,
  )
  const lines = withoutRunningTitles(pages, bodySize)
  const all = lines.flat()
  if (all.length === 0) return ''
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

/** Page numbering begins with a number below this, so that few years and prices are taken for page numbers. */
const NUMBERING_BEGINS_BELOW = 1_000
/** What may stand beside a page number: "Page 3 of 12", "- 3 -", "S. 3/12". */
const BESIDE_NUMBER =
  /^[\s\p{P}|]*(?:(?:page|seite|página|pagina|strona|pg|p|s)[\s\p{P}|]*)?(?:(?:of|von|de|di|van|z|sur|\/)\s*\d{1,4}[\s\p{P}|]*)?$/iu
/**
 * Fewest letters of a running title with a page number in it. A shorter one may name what follows ("Day 3"), unless it
 * stands at the bottom of nearly all pages.
 */
const TITLE_LETTERS = 12
const NEARLY_ALL = 0.8

/** How a line at the edge of a page looks, to be compared with those of other pages. */
interface Look {
  text: string
  /** On how many pages a line must look like this to be dropped. */
  least: number
}

/**
 * Drops page numbers, and titles repeated at the top or bottom of many pages. Lines that differ only in a number count
 * as the same title if the number grows with the pages, as page numbers do: "From 89 euros" is a title of its own.
 */
function withoutRunningTitles(pages: PdfLine[][], bodySize: number): PdfLine[][] {
  const many = Math.max(3, pages.length * 0.4)
  const edges = (page: PdfLine[]) => new Set([page[0], page.at(-1)].filter((line) => line !== undefined))
  const looks = new Map<PdfLine, Look[]>()
  const seen = new Map<string, number>()
  pages.forEach((page, index) => {
    const texts = new Set<string>()
    for (const line of edges(page)) {
      const least = { many, nearlyAll: line === page.at(-1) ? Math.max(3, pages.length * NEARLY_ALL) : undefined }
      const found = [
        { text: line.text, least: many },
        ...(line.size < HEADING_RATIO * bodySize ? numberedLooks(line, index, least) : []),
      ]
      looks.set(line, found)
      for (const { text } of found) texts.add(text)
    }
    for (const text of texts) seen.set(text, (seen.get(text) ?? 0) + 1)
  })
  const isDropped = (line: PdfLine | undefined) =>
    line !== undefined && looks.get(line)!.some(({ text, least }) => seen.get(text)! >= least)
  return pages.map((page) => {
    const start = page.length > 1 && isDropped(page[0]) ? 1 : 0
    const end = page.length > 1 && isDropped(page.at(-1)) ? -1 : undefined
    return page.slice(start, end)
  })
}

/**
 * The looks of a line in which one of its numbers may be the page's. Instead of the number they have how far it is
 * ahead of the page's place in the file, which is the same on all pages.
 */
function numberedLooks(
  { text }: PdfLine,
  index: number,
  { many, nearlyAll }: { many: number; nearlyAll: number | undefined },
): Look[] {
  return Array.from(text.matchAll(/(?<!\d)\d{1,4}(?!\d)/g)).flatMap((match) => {
    const ahead = Number(match[0]) - index
    const [before, after] = [text.slice(0, match.index), text.slice(match.index + match[0].length)]
    const letters = (before + after).match(/\p{L}/gu)?.length ?? 0
    const ofTitle = letters >= TITLE_LETTERS ? many : letters > 0 ? nearlyAll : undefined
    const least = BESIDE_NUMBER.test(before + after) ? 2 : ofTitle
    if (ahead >= NUMBERING_BEGINS_BELOW || least === undefined) return []
    return [{ text: `${before}\n${ahead}\n${after}`, least }]
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
