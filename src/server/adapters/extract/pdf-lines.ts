import { lineOf, mostCommon, type PdfLine, type Piece, type Segment } from './pdf-line.ts'
import { hasRightToLeft, isRightToLeft, readBothWays } from './pdf-right-to-left.ts'
import { isPrice } from './prices.ts'
import { oneLine } from './text.ts'

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const LOWERED = '₀₁₂₃₄₅₆₇₈₉'
/** A mark has letters of at most this share of the height of those beside it. */
const SMALL_SHARE = 0.9
/** A mark stands at least this share of the letters' height above or below the line. */
const MOVED_SHARE = 0.12
/** What a footnote is marked with: numbers, letters, or signs, one or several. */
const FOOTNOTE =
  /^[([]?(?:\d{1,3}|[a-df-np-z]|[*†‡§¶#]{1,3})(?:\s*[,;–-]\s*(?:\d{1,3}|[a-df-np-z]|[*†‡§¶#]{1,3}))*[)\]]?$/u
/** What is raised to the second or third power: a unit of length, or a letter by itself, as in x². */
const HAS_POWER = /(?:^|[^\p{L}])(?:[mckd]?m|ft|in|yd|mi|[\p{L}&&[^aI]])$/v
const TEN_OF_POWER = /[×x·*]\s?10$/

/**
 * What is read of a mark, a raised or lowered small piece; undefined for other pieces. Marks of footnotes are left out,
 * so that 25 with a small 1 is not 251; powers, indices and cents after a point are kept.
 */
function readMark(piece: Piece, before: Piece, textBefore: string, textAfter: string): string | undefined {
  const rise = piece.y - before.y
  const isSmall = piece.size <= SMALL_SHARE * before.size && Math.abs(rise) >= MOVED_SHARE * before.size
  const text = piece.text.trim()
  if (!isSmall || text === '') return undefined
  if (rise < 0) return /\p{L}$/u.test(textBefore) ? inDigits(piece.text, LOWERED) : piece.text
  if (/^[23]$/.test(text) && HAS_POWER.test(textBefore)) return inDigits(piece.text, RAISED)
  if (/^\d{1,2}$/.test(text) && TEN_OF_POWER.test(textBefore)) return inDigits(piece.text, RAISED)
  if (/^\d\d$/.test(text) && isPrice(textBefore, textAfter)) return `.${piece.text}`
  return FOOTNOTE.test(text) ? piece.text.replace(text, '') : piece.text
}

const inDigits = (text: string, digits: string): string =>
  text.replace(/\d/g, (digit) => digits[Number(digit)] ?? digit)

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
