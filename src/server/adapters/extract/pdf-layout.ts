import { tableToMarkdown } from './markdown-tables.ts'
import { mostCommon, type PdfLine, type PdfTable, withNextLine } from './pdf-line.ts'
import { LIST_NUMBER } from './pdf-rows.ts'
import { findTables, goesOn, isTable, type PdfPart } from './pdf-tables.ts'
import { withoutRunningTitles } from './pdf-titles.ts'
import { tidyMarkdown } from './text.ts'

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
/** A gap this many times larger than the letters starts a new paragraph too: few lines don't tell what is usual. */
const MOST_GAP_RATIO = 3

/** Turns lines into Markdown headings, paragraphs, lists and tables, and drops page numbers and running titles. */
export function linesToMarkdown(pages: PdfLine[][]): string {
  const lines = withoutRunningTitles(pages, bodySizeOf(pages))
  const parts = joinedTables(lines.map(findTables))
  const usual = usualOf(lines)
  let output = ''
  let before: PdfLine | null = null
  for (const page of parts) {
    let isFirst = true
    for (const part of page) {
      if (isTable(part)) {
        output += `\n\n${tableToMarkdown(part.rows) ?? ''}\n\n`
        before = null
      } else {
        output = added(output, part, before, isFirst, usual)
        before = part
      }
      isFirst = false
    }
  }
  return tidyMarkdown(output)
}

/** What is usual in a PDF: the height of its letters, the distance of its lines, and their greatest width. */
function usualOf(pages: PdfLine[][]) {
  const size = bodySizeOf(pages)
  const gaps = pages.flatMap((page) => page.slice(1).map((line, index) => (page[index]?.y ?? 0) - line.y))
  const gap = mostCommon(
    gaps.filter((gap) => gap > 0),
    (gap) => gap,
    () => 1,
  )
  const width = pages.flat().reduce((most, line) => Math.max(most, line.right - line.x), 0)
  return { size, gap: gap || size * 1.2, width }
}

/** The text with a line behind it: as a heading, an item of a list, a paragraph, or the next line of one. */
function added(
  output: string,
  line: PdfLine,
  before: PdfLine | null,
  isFirstOfPage: boolean,
  usual: ReturnType<typeof usualOf>,
): string {
  const heading = headingLevel(line, usual.size)
  const text = line.text.replace(BULLET, '- ')
  if (!before) return `${output}${heading}${text}`
  const gap = before.y - line.y
  const mostGap = Math.min(GAP_RATIO * usual.gap, MOST_GAP_RATIO * Math.max(before.size, line.size))
  const isSameBlock = isFirstOfPage
    ? /[\p{Ll},-]$/u.test(before.text) && /^\p{Ll}/u.test(line.text)
    : gap > -1 && gap <= mostGap
  if (headingLevel(before, usual.size) !== heading || (heading !== '' && gap > 2 * line.size))
    return `${output}\n\n${heading}${text}`
  if (heading !== '') return `${output} ${text}`
  if (BULLET.test(line.text) || isItem(line)) return `${output}\n${text}`
  if (!isSameBlock) return `${output}\n\n${text}`
  if (before.right - before.x < FULL_LINE_SHARE * usual.width && !isFirstOfPage) return `${output}\n${text}`
  return withNextLine(output, text)
}

/** Whether a line is an item of a list, whose number stands by itself before it, or a name with its value. */
const isItem = ({ segments }: PdfLine): boolean =>
  segments.length > 1 && (LIST_NUMBER.test(segments[0]!.text) || /[:：]$/.test(segments[0]!.text))

/** Joins a table that goes on at the top of the next page with its beginning. */
function joinedTables(pages: PdfPart[][]): PdfPart[][] {
  let open: PdfTable | null = null
  return pages.map((page) => {
    const [first, ...rest] = page
    const isSame = open && first && isTable(first) && goesOn(open, first)
    if (open && first && isTable(first) && isSame) {
      const header = open.rows[0]!.cells.map(({ text }) => text).join('\n')
      open.rows.push(...first.rows.filter(({ cells }) => cells.map(({ text }) => text).join('\n') !== header))
    }
    const kept = isSame ? rest : page
    const last = kept.at(-1)
    if (last || !isSame) open = last && isTable(last) ? last : null
    return kept
  })
}

const bodySizeOf = (pages: PdfLine[][]): number =>
  mostCommon(
    pages.flat(),
    (line) => line.size,
    (line) => line.text.length,
  )

function headingLevel(line: PdfLine, bodySize: number): string {
  if (line.text.length > MAX_HEADING_CHARACTERS || !/\p{L}/u.test(line.text)) return ''
  const found = HEADING_LEVELS.find(({ ratio }) => line.size >= ratio * bodySize)
  return found ? `${found.level} ` : ''
}
