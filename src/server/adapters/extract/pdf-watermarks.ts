import { mostCommon, type Piece } from './pdf-line.ts'

/** Watermarks are at least this many times as tall as the text of the page. */
const TALL_RATIO = 1.5
/** Text turned by at least so many degrees against the edges of the page runs across its text. */
const ASLANT_DEGREES = 10
/** An upright text is a watermark if it stands at the same place of so many pages, and of this share of all. */
const PAGES = { least: 3, share: 0.6 }
/** Fewest places of a page, or pages, at which small text that runs across stands. */
const REPEATED = 3

/** Drops watermarks, such as a large "CONFIDENTIAL", which would read as headings or run into a line of the text. */
export function withoutWatermarks(pages: Piece[][]): Piece[][] {
  const bodySize = mostCommon(
    pages.flat(),
    ({ size }) => size,
    ({ text }) => text.trim().length,
  )
  const placed = Map.groupBy(
    pages.flatMap((page) => [...new Set(page.map(placeOf))]),
    (place) => place,
  )
  const aslant = Map.groupBy(pages.flat().filter(isAslant), ({ text }) => text)
  const isWatermark = (piece: Piece): boolean => {
    if (piece.text.trim() === '') return false
    const isTall = piece.size >= TALL_RATIO * bodySize
    if (isAslant(piece)) return isTall || (aslant.get(piece.text)?.length ?? 0) >= REPEATED
    return isTall && (placed.get(placeOf(piece))?.length ?? 0) >= Math.max(PAGES.least, pages.length * PAGES.share)
  }
  const kept = pages.map((page) => page.filter((piece) => !isWatermark(piece)))
  return kept.some((page) => page.some(({ text }) => text.trim() !== '')) ? kept : pages
}

const placeOf = ({ text, x, y, size }: Piece): string =>
  [text, Math.round(x / 2), Math.round(y / 2), Math.round(size)].join('\n')

function isAslant({ angle }: Piece): boolean {
  const off = Math.abs(angle) % 90
  return Math.min(off, 90 - off) >= ASLANT_DEGREES
}
