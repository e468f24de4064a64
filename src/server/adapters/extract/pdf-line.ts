import type { TableRow } from './table-header.ts'

/** A piece of text as a page draws it. Positions are in points from the bottom left corner. */
export interface Piece {
  text: string
  x: number
  y: number
  width: number
  size: number
  font: string
  /** Degrees by which it is turned against the page. */
  angle: number
  /** The stretch of the page that it belongs to, by which a tagged PDF says what it is. */
  mark: string | undefined
}

/** Pieces that stand together: a line of a column, or what one cell of a table has on a line. */
export interface Segment {
  text: string
  x: number
  right: number
  y: number
  size: number
  font: string
}

export interface PdfLine extends Segment {
  /** What the line consists of, in reading order, where wide gaps part it; at least one. */
  segments: Segment[]
  /** The table that stands in place of the line. */
  table?: PdfTable
}

export interface PdfTable {
  rows: TableRow[]
  columns: Column[]
}

export interface Column {
  left: number
  right: number
}

export const lineOf = (segments: Segment[]): PdfLine => {
  const longest = segments.reduce((best, next) => (next.text.length > best.text.length ? next : best))
  return {
    text: segments.map(({ text }) => text).join(' '),
    x: Math.min(...segments.map(({ x }) => x)),
    right: Math.max(...segments.map(({ right }) => right)),
    y: longest.y,
    size: Math.max(...segments.map(({ size }) => size)),
    font: longest.font,
    segments,
  }
}

/** The most frequent value, rounded to half a point, where each item counts by its weight. */
export function mostCommon<T>(items: T[], measure: (item: T) => number, weigh: (item: T) => number): number {
  const weights = new Map<number, number>()
  for (const item of items) {
    const value = Math.round(measure(item) * 2) / 2
    weights.set(value, (weights.get(value) ?? 0) + weigh(item))
  }
  return [...weights].reduce((best, next) => (next[1] > best[1] ? next : best), [0, 0])[0]
}

/** A text with the line that follows it, of which a hyphen at the end of the text may have parted a word. */
export const withNextLine = (text: string, next: string): string =>
  /\p{L}[-‐]$/u.test(text) && /^\p{Ll}/u.test(next) ? text.slice(0, -1) + next : `${text} ${next}`
