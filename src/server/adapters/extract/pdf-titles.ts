import type { PdfLine } from './pdf-line.ts'

/** Letters of this many times the height of the text's are those of a heading, which no running title has. */
const HEADING_RATIO = 1.12
/** How many lines at each edge of a page running titles may take up. */
const MOST_LINES = 5
/** Page numbering begins with a number below this, so that few years and prices are taken for page numbers. */
const NUMBERING_BEGINS_BELOW = 1_000
/** Without a word such as "page" beside it, numbering begins below this: extensions and rooms have such numbers too. */
const BARE_NUMBERING_BEGINS_BELOW = 100
const PAGE = 'page|seite|página|pagina|strona|sivu|side|sida|blad|pg|p|s'
/** What may stand beside a page number: "Page 3 of 12", "- 3 -", "S. 3/12". */
const BESIDE_NUMBER = new RegExp(
  `^[\\s\\p{P}|]*(?:(?:${PAGE})[\\s\\p{P}|]*)?(?:(?:of|von|de|di|van|z|sur|af|av|\\/)\\s*\\d{1,4}[\\s\\p{P}|]*)?$`,
  'iu',
)
/** A word for pages before a number, within a longer title: "Terms, page 3". */
const AFTER_PAGE = new RegExp(`(?<!\\p{L})(?:${PAGE})[\\s.:]*$`, 'iu')
/** How many pages there are, behind the number of one. */
const ALL_PAGES = /^\s*(?:\/|of|von|de|di|van|z|sur|af|av)\s*\d{1,4}\s*$/i
/** What parts a running title from its page number: "House rules – 3", "3 | House rules". */
const PARTED = { before: /(?:[^\p{L}\p{N}\s.,;:!?]|\t)\s*$/u, after: /^\s*?(?:[^\p{L}\p{N}\s.,;:!?]|\t)/u }
/** Letters of at most this share of the height of the text's are those of a running title. */
const SMALL_SHARE = 0.95
/** A line that is further from all others than this many times the height of its letters stands by itself. */
const APART_RATIO = 2
/** Fewest letters of a running title with a number: a shorter one may name what follows ("Day 3"). */
const TITLE_LETTERS = 12
const NEARLY_ALL = 0.8
/** Share of the pages that a line stands on to be their title, and the fewest pages. */
const MANY = { share: 0.4, least: 3 }
/** Share of the pages for a line further in, which must stand at one height on them, as it may be the text's own. */
const FURTHER_IN_SHARE = 0.6
const SAME_HEIGHT_POINTS = 3

/** How a line at the edge of a page looks, to be compared with those of other pages. */
interface Look {
  text: string
  /** On how many pages a line must look like this to be dropped. */
  least: number
}

/**
 * Drops page numbers, and titles repeated at the edges of many pages. Lines that differ only in a number count as the
 * same title if it grows with the pages, as page numbers do: "From 89 euros" is a title of its own.
 */
export function withoutRunningTitles(pages: PdfLine[][], bodySize: number): PdfLine[][] {
  let left = pages
  for (let round = 0; round < MOST_LINES; round++) {
    const next = withoutEdges(left, bodySize, round === 0)
    if (next.every((page, index) => page.length === left[index]!.length)) return next
    left = next
  }
  return left
}

/** The lines at the edges of a page: the first and the last that it draws, the topmost and the lowest. */
function edgesOf(page: PdfLine[]): { line: PdfLine; isLow: boolean }[] {
  const [first] = page
  if (!first) return []
  const top = page.reduce((best, line) => (line.y > best.y ? line : best))
  const bottom = page.reduce((best, line) => (line.y < best.y ? line : best))
  const last = page.at(-1)!
  const low = new Set([bottom, last.y <= first.y ? last : bottom])
  return Array.from(new Set([first, top, bottom, last]), (line) => ({ line, isLow: low.has(line) && line !== first }))
}

function withoutEdges(pages: PdfLine[][], bodySize: number, isOutermost: boolean): PdfLine[][] {
  const many = Math.max(MANY.least, pages.length * (isOutermost ? MANY.share : FURTHER_IN_SHARE))
  const nearlyAll = Math.max(MANY.least, pages.length * NEARLY_ALL)
  const looks = new Map<PdfLine, Look[]>()
  const seen = new Map<string, number>()
  pages.forEach((page, index) => {
    const texts = new Set<string>()
    for (const { line, isLow } of edgesOf(page)) {
      const least = { many, nearlyAll: isLow ? nearlyAll : undefined }
      const isSetApart = line.size <= SMALL_SHARE * bodySize || isApart(line, page)
      const numbered = line.size < HEADING_RATIO * bodySize ? numberedLooks(line, index, isSetApart, least) : []
      const height = isOutermost ? '' : `\n${Math.round(line.y / SAME_HEIGHT_POINTS)}`
      const found = [{ text: line.text, least: many }, ...numbered].map((look) => ({
        ...look,
        text: look.text + height,
      }))
      looks.set(line, found)
      for (const { text } of found) texts.add(text)
    }
    for (const text of texts) seen.set(text, (seen.get(text) ?? 0) + 1)
  })
  const isDropped = (line: PdfLine) => looks.get(line)?.some(({ text, least }) => seen.get(text)! >= least) ?? false
  return pages.map((page) => (isOutermost && page.length === 1 ? page : page.filter((line) => !isDropped(line))))
}

const isApart = (line: PdfLine, page: PdfLine[]): boolean =>
  page.every((other) => other === line || Math.abs(other.y - line.y) > APART_RATIO * Math.max(line.size, other.size))

/**
 * The looks of a line in which one of its numbers may be the page's. Instead of the number they have how far it is
 * ahead of the page's place in the file, which is the same on all pages.
 */
function numberedLooks(
  { segments }: PdfLine,
  index: number,
  isSetApart: boolean,
  { many, nearlyAll }: { many: number; nearlyAll: number | undefined },
): Look[] {
  const text = segments.map((segment) => segment.text).join('\t')
  return Array.from(text.matchAll(/(?<!\d)\d{1,4}(?!\d)/g)).flatMap((match) => {
    const ahead = Number(match[0]) - index
    const [before, after] = [text.slice(0, match.index), text.slice(match.index + match[0].length)]
    const least = BESIDE_NUMBER.test(before + after)
      ? 2
      : leastOfTitle(before, after, ahead, isSetApart, { many, nearlyAll })
    if (ahead >= NUMBERING_BEGINS_BELOW || least === undefined) return []
    return [{ text: `${before}\n${ahead}\n${after}`, least }]
  })
}

/**
 * On how many pages a title with a number in it must stand for the number to be the page's; undefined if it can't be.
 * A number amid a sentence or at its end is the sentence's own: "within 10 days", "extension 201".
 */
function leastOfTitle(
  before: string,
  after: string,
  ahead: number,
  isSetApart: boolean,
  { many, nearlyAll }: { many: number; nearlyAll: number | undefined },
): number | undefined {
  const letters = (before + after).match(/\p{L}/gu)?.length ?? 0
  const least = letters >= TITLE_LETTERS ? many : letters > 0 ? nearlyAll : undefined
  if (AFTER_PAGE.test(before)) return least
  const isFirst = before === '' && (isSetApart || PARTED.after.test(after))
  const isLast = after.replace(ALL_PAGES, '') === '' && (isSetApart || PARTED.before.test(before))
  return (isFirst || isLast) && ahead < BARE_NUMBERING_BEGINS_BELOW ? least : undefined
}
