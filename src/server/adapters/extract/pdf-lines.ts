import { lineOf, mostCommon, type PdfLine, type Piece, type Segment } from './pdf-line.ts'
import { readMark } from './pdf-marks.ts'
import { hasRightToLeft, isRightToLeft, readBothWays } from './pdf-right-to-left.ts'
import { oneLine } from './text.ts'

/** Pieces of text belong to one line if their vertical distance is at most this share of the letters' height. */
const SAME_LINE_SHARE = 0.5
/** Least gap before what is already on the line, as a share of the letters' height, of a piece drawn left of it. */
const LEFT_GAP_SHARE = 0.2
/** Gap that is wider than any between words, as a share of the letters' height: what follows is another column. */
const COLUMN_GAP_SHARE = 0.9
const LEADERS = /\s*(?:(?:[.·•_]\s?){4,}|…{2,})\s*/u
/** Letters of less than this share of the height of the line's are marks, and don't say where the line stands. */
const MARK_SHARE = 0.8

export function toLines(pieces: Piece[]): PdfLine[] {
  const rows: Piece[][] = []
  let row: Piece[] = []
  let y = 0
  let size = 0
  for (const piece of pieces) {
    const isBlank = piece.text.trim() === ''
    if (!isBlank && Math.abs(y - piece.y) > SAME_LINE_SHARE * Math.max(size, piece.size)) row = []
    if (row.length === 0) {
      if (isBlank) continue
      rows.push(row)
      size = 0
    }
    row.push(piece)
    if (!isBlank && piece.size >= size) [y, size] = [piece.y, piece.size]
  }
  return rows.flatMap((pieces) => {
    const segments = toSegments(pieces)
      .flatMap(withoutLeaders)
      .filter(({ text }) => text !== '')
    return segments.length === 0 ? [] : [lineOf(segments)]
  })
}

function toSegments(pieces: Piece[]): Segment[] {
  const text = pieces.map((piece) => piece.text).join('')
  if (hasRightToLeft(text)) return segmentsOfBothWays(pieces, isRightToLeft(text))
  return groupsOf(pieces).map((group) => segmentOf(group, readForwards(group)))
}

/** Parts the pieces of a line where a gap is wider than between words, or where one is drawn further left. */
function groupsOf(pieces: Piece[]): Piece[][] {
  const groups: Piece[][] = []
  let left = 0
  let right = 0
  for (const piece of pieces) {
    const isBlank = piece.text.trim() === ''
    const away = Math.max(piece.x - right, left - (piece.x + piece.width))
    const group = groups.at(-1)
    if (!group || (!isBlank && away > COLUMN_GAP_SHARE * piece.size)) {
      groups.push([piece])
      left = piece.x
      right = piece.x + piece.width
    } else {
      group.push(piece)
      if (isBlank) continue
      left = Math.min(left, piece.x)
      right = Math.max(right, piece.x + piece.width)
    }
  }
  return groups
}

function readForwards(pieces: Piece[]): string {
  const main = mostCommon(
    pieces,
    ({ size }) => size,
    ({ text }) => text.trim().length,
  )
  let line = ''
  let left = Number.POSITIVE_INFINITY
  let isParted = false
  let before: Piece | undefined // the last piece that was neither blank nor a mark
  pieces.forEach((piece, at) => {
    if (piece.text.trim() === '') {
      line += piece.text
      return
    }
    const after = pieces[at + 1]?.text.trim() === '' ? pieces[at + 2] : pieces[at + 1]
    const mark = before && readMark(piece, before, line.trimEnd(), after?.text ?? '')
    if (mark === undefined) {
      const isBehind = piece.x + piece.width < left - LEFT_GAP_SHARE * piece.size
      if ((isBehind || isParted) && line !== '' && !/\s$/.test(line) && !/^[\s\p{P}]/u.test(piece.text)) line += ' '
      line += piece.text
    } else {
      isParted = /\s$/.test(line) // a gap before the mark parts the words around it
      line = line.trimEnd() + mark
    }
    if (mark === undefined) isParted = false
    left = Math.min(left, piece.x)
    if (mark === undefined && piece.size >= MARK_SHARE * main) before = piece
  })
  return line
}

function segmentsOfBothWays(pieces: Piece[], isBackwards: boolean): Segment[] {
  const shown = pieces.filter(({ text }) => text.trim() !== '').sort((one, other) => one.x - other.x)
  const segments = groupsOf(shown).map((group) => segmentOf(group, readBothWays(group, isBackwards)))
  return isBackwards ? segments.reverse() : segments
}

function segmentOf(pieces: Piece[], text: string): Segment {
  const shown = pieces.filter((piece) => piece.text.trim() !== '')
  const tallest = shown.reduce((best, next) => (next.size > best.size ? next : best), shown[0] ?? pieces[0]!)
  return {
    text: oneLine(text),
    x: Math.min(...shown.map(({ x }) => x)),
    right: Math.max(...shown.map(({ x, width }) => x + width)),
    y: tallest.y,
    size: tallest.size,
    font: tallest.font,
  }
}

/** Parts a segment where dots lead from one of its words to another. Where the parts stand is estimated. */
function withoutLeaders(segment: Segment): Segment[] {
  const { text, x, right } = segment
  const width = (right - x) / Math.max(1, text.length)
  let from = 0
  return text.split(LEADERS).map((part) => {
    const start = text.indexOf(part, from)
    from = start + part.length
    return { ...segment, text: part, x: x + start * width, right: x + from * width }
  })
}
