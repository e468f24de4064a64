import { type PdfLine, type Segment, withNextLine } from './pdf-line.ts'

/** What stands together in a row: one segment, or several below each other, as in a cell whose text wraps. */
export interface Cell {
  segments: Segment[]
  left: number
  right: number
}

/** What a page draws beside each other. A paragraph is a row of one cell. */
export interface Row {
  cells: Cell[]
  /** The lines it was made of, in the order in which they are drawn. */
  lines: PdfLine[]
  top: number
  bottom: number
}

/** Distance between the lines of one cell, as a share of the letters' height. */
const LINE_SPACING = 1.65
const BULLET = /^[•▪●◦‣·–*-]$/
export const LIST_NUMBER = /^\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)]$/i

/** Puts the lines of a page together that stand beside each other, or wrap within a cell. */
export function toRows(lines: PdfLine[]): Row[] {
  const rows: Row[] = []
  for (const line of lines) {
    const segments = withoutMarkers(line.segments)
    const row = rows.at(-1)
    if (row && segments.length === 1 && isBelow(row, segments[0]!)) addBelow(row, segments[0]!)
    else if (row && isBeside(row, segments)) row.cells.push(...segments.map(toCell))
    else {
      rows.push({ cells: segments.map(toCell), lines: [line], top: line.y, bottom: line.y })
      continue
    }
    row.lines.push(line)
    row.top = Math.max(row.top, line.y)
    row.bottom = Math.min(row.bottom, line.y)
  }
  for (const { cells } of rows) cells.sort((one, other) => one.left - other.left)
  return rows
}

/** Joins a bullet, or the number of a list's item, with the text of the item. */
function withoutMarkers(segments: Segment[]): Segment[] {
  const [marker, item, ...more] = segments
  if (!marker || !item || !(BULLET.test(marker.text) || (LIST_NUMBER.test(marker.text) && more.length === 0))) {
    return segments
  }
  return [{ ...item, text: `${marker.text} ${item.text}`, x: marker.x }, ...more]
}

const toCell = (segment: Segment): Cell => ({ segments: [segment], left: segment.x, right: segment.right })

function isBelow({ cells }: Row, segment: Segment): boolean {
  const cell = cells.at(-1)!
  const last = cell.segments.at(-1)!
  const distance = last.y - segment.y
  const isNext = distance > 0 && distance <= LINE_SPACING * last.size
  const others = cells.slice(0, -1)
  return (
    isNext && segment.font === last.font && overlap(cell, segment) && !others.some((other) => overlap(other, segment))
  )
}

function addBelow({ cells }: Row, segment: Segment): void {
  const cell = cells.at(-1)!
  cell.segments.push(segment)
  cell.left = Math.min(cell.left, segment.x)
  cell.right = Math.max(cell.right, segment.right)
}

/** Whether segments stand beside a row, and not above or below it. */
function isBeside({ cells, top, bottom }: Row, segments: Segment[]): boolean {
  return segments.every(
    (segment) =>
      segment.y <= top + segment.size / 2 &&
      segment.y >= bottom - segment.size / 2 &&
      !cells.some((cell) => overlap(cell, segment)),
  )
}

const overlap = (cell: Cell, segment: Segment): boolean => cell.left < segment.right && segment.x < cell.right

export const textOf = ({ segments }: Cell): string =>
  segments.reduce((text, next) => (text === '' ? next.text : withNextLine(text, next.text)), '')
