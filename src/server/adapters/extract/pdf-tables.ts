import { BAR } from './markdown-tables.ts'
import { findColumns, type PlacedRow, place } from './pdf-columns.ts'
import { type Column, lineOf, type PdfLine, type PdfTable, type Segment } from './pdf-line.ts'
import { isRightToLeft } from './pdf-right-to-left.ts'
import { type Cell, type Row, textOf, toRows } from './pdf-rows.ts'
import type { TableRow } from './table-header.ts'

export type PdfPart = PdfLine | PdfTable

/** A row of a table in a PDF that says what its cells are; cells may be empty. */
export interface TaggedRow {
  isInHead: boolean
  cells: { isHeading: boolean; segments: Segment[] }[]
}

export const isTable = (part: PdfPart): part is PdfTable => 'rows' in part

/** Whether a table stands in the columns of another, so that it may be the rest of that one on the next page. */
export const goesOn = (one: PdfTable, other: PdfTable): boolean =>
  one.columns.length === other.columns.length &&
  one.columns.every(({ left, right }, at) => left < other.columns[at]!.right && other.columns[at]!.left < right)

/** More rows than this are looked at as another table, so that the time it takes stays in proportion. */
const MOST_ROWS = 200
/** Distance between rows from which on they are no table, as a multiple of the letters' height. */
const ROW_SPACING = 4
/** So many rows may stand in other columns than those below them, as names over several columns do. */
const HEADER_ROWS = 2
/** Fewest characters and words that the lines of a column of prose have on average. */
const PROSE = { characters: 15, words: 2.5 }
/** Share of the lines in columns of prose that go on with a small letter, as most lines of a sentence do. */
const GOES_ON_SHARE = 0.3

/** Finds the tables of a page, and columns of prose drawn by turns. Lines that hold a table become that table. */
export function findTables(lines: PdfLine[]): PdfPart[] {
  const at = lines.findIndex(({ table }) => table !== undefined)
  if (at >= 0) return [...findTables(lines.slice(0, at)), lines[at]!.table!, ...findTables(lines.slice(at + 1))]
  const rows = toRows(lines)
  const parts: PdfPart[] = []
  for (let at = 0; at < rows.length; ) {
    const { end, found } = growFrom(rows, at)
    const made = found && makeParts(found.columns, found.placed)
    if (made) {
      parts.push(...made)
      at = end
    } else {
      parts.push(...rows[at]!.lines)
      at++
    }
  }
  return parts
}

/** Makes a table of cells that the PDF itself tells apart; null if they have no columns in common. */
export function tableOfCells(rows: TaggedRow[]): PdfTable | null {
  const count = Math.max(...rows.map(({ cells }) => cells.length))
  const toPlaced = ({ cells }: TaggedRow, at: number) => {
    const segments = cells[at]?.segments ?? []
    return segments.length > 0 ? cellOf(segments) : null
  }
  const full = rows.filter(({ cells }) => cells.length === count)
  const columns = Array.from({ length: count }, (_, at) => {
    const cells = full.map((row) => toPlaced(row, at)).filter((cell) => cell !== null)
    return { left: Math.min(...cells.map(({ left }) => left)), right: Math.max(...cells.map(({ right }) => right)) }
  })
  const placed: PlacedRow[] = rows.map((row) => {
    const cells = row.cells.map((_, at) => toPlaced(row, at))
    if (cells.length < count)
      return {
        cells: place(
          cells.filter((cell) => cell !== null),
          columns,
        ),
      }
    return { cells: cells.flatMap((cell, from) => (cell ? [{ cell, from, to: from }] : [])) }
  })
  const shown = placed.map((row, at) => ({
    row,
    isInHead: rows[at]!.isInHead,
    isHeading: rows[at]!.cells.every((cell) => cell.isHeading),
  }))
  const kept = shown.filter(({ row }) => row.cells.length > 0)
  if (count < 2 || kept.length === 0) return null
  const made = kept.map(({ row, isInHead, isHeading }, at) => {
    const made = toTableRow(row, kept[at + 1]?.row, columns, at === 0)
    return { isInHead, cells: made.cells.map((cell) => ({ ...cell, isHeading })) }
  })
  const isNamed = made.some(({ isInHead, cells }) => isInHead || cells[0]!.isHeading)
  const named = isNamed || namesColumns(kept.map(({ row }) => row)) ? made : [emptyRow(count), ...made]
  return { rows: named, columns }
}

const cellOf = (segments: Segment[]): Cell => ({
  segments,
  left: Math.min(...segments.map(({ x }) => x)),
  right: Math.max(...segments.map(({ right }) => right)),
})

/** The longest stretch of rows from an index on that stand in common columns. */
function growFrom(rows: Row[], start: number) {
  let found: ReturnType<typeof findColumns> = null
  let end = start
  if (rows[start]!.cells.length < 2) return { end, found }
  for (let next = start + 1; next < Math.min(rows.length, start + MOST_ROWS); next++) {
    const [row, above] = [rows[next]!, rows[next - 1]!]
    const size = row.cells[0]!.segments[0]!.size
    if (row.top >= above.bottom || above.bottom - row.top > ROW_SPACING * size) break
    const isOneLine = row.cells.length === 1 && row.lines.length === 1
    if (row.cells.length < 2 && !(isOneLine && above.cells.length > 1)) break
    const grown = findColumns(rows.slice(start, next + 1))
    const hadRows = found?.placed.filter(({ cells }) => cells.length > 1).length ?? 0
    if (grown && found && grown.columns.length > found.columns.length && hadRows > HEADER_ROWS) break
    if (!grown && next - Math.max(end - 1, start) > HEADER_ROWS) break
    if (grown && row.cells.length > 1) [found, end] = [grown, next + 1]
  }
  return { end, found }
}

/** What rows in common columns are: columns of prose, names with their values, or a table; null if nothing of these. */
function makeParts(columns: Column[], placed: PlacedRow[]): PdfPart[] | null {
  const several = placed.filter(({ cells }) => cells.length > 1)
  if (several.length < (columns.length > 2 ? 2 : 3)) return null
  if (isProse(columns, placed)) {
    const ofColumn = (column: number) =>
      placed.flatMap(({ cells }) => cells.filter(({ from }) => from === column).flatMap(({ cell }) => cell.segments))
    return columns.flatMap((_, column) => ofColumn(column).map((segment) => lineOf([segment])))
  }
  if (columns.length === 2 && several.every(({ cells }) => /[:：]$/.test(textOf(cells[0]!.cell)))) return null
  const rows = placed.map((row, at) => toTableRow(row, placed[at + 1], columns, at === 0))
  if (isRightToLeft(several.flatMap(({ cells }) => cells.map(({ cell }) => textOf(cell))).join(''))) {
    for (const row of rows) row.cells.reverse()
  }
  return [{ rows: namesColumns(placed) ? rows : [emptyRow(columns.length), ...rows], columns }]
}

const emptyRow = (columns: number): TableRow => ({
  isInHead: true,
  cells: Array.from({ length: columns }, () => ({ text: '', isHeading: true, columns: 1, rows: 1 })),
})

function isProse(columns: Column[], placed: PlacedRow[]): boolean {
  return columns.every((_, column) => {
    const texts = placed.flatMap(({ cells }) =>
      cells.filter(({ from }) => from === column).map(({ cell }) => textOf(cell)),
    )
    const characters = texts.reduce((sum, text) => sum + text.length, 0) / texts.length
    const words = texts.reduce((sum, text) => sum + text.split(' ').length, 0) / texts.length
    const going = texts.slice(1).filter((text) => /^\p{Ll}/u.test(text) || !/\p{Lu}|\p{Ll}/u.test(text)).length
    return characters >= PROSE.characters && words >= PROSE.words && going >= GOES_ON_SHARE * (texts.length - 1)
  })
}

function toTableRow(placed: PlacedRow, below: PlacedRow | undefined, columns: Column[], isFirst: boolean): TableRow {
  const cells: TableRow['cells'] = []
  const spans = isFirst ? withSpans(placed, below, columns) : placed.cells
  for (let column = 0; column < columns.length; ) {
    const found = spans.find(({ from }) => from === column)
    const to = found?.to ?? column
    cells.push({
      text: found ? textOf(found.cell).replace(BAR, '\\|') : '',
      isHeading: false,
      columns: to - column + 1,
      rows: 1,
    })
    column = to + 1
  }
  return { isInHead: false, cells }
}

/**
 * The cells of a first row with fewer cells than there are columns, of which one may name several. It does so if the
 * row below has a name where it has none, and leaves out what it names: "Room, Price" above "Summer, Winter".
 */
function withSpans({ cells }: PlacedRow, below: PlacedRow | undefined, columns: Column[]): PlacedRow['cells'] {
  const names = below?.cells.map(({ from }) => from) ?? []
  const isGroup = cells.length < columns.length && cells.length > 1 && !names.includes(cells[0]!.from)
  if (!isGroup) return cells
  return cells.map((placed, at) => {
    if (at === 0) return placed
    const next = cells[at + 1]?.from ?? columns.length
    const first = at === 1 ? Math.min(placed.from, ...names.filter((name) => name > cells[0]!.to)) : placed.from
    return { ...placed, from: first, to: Math.max(placed.to, ...names.filter((name) => name >= first && name < next)) }
  })
}

/**
 * Whether the first row names the columns: it has other letters, an empty first cell, or words above numbers. With more
 * than two columns it does so unless its own cells are like those below.
 */
function namesColumns([first, ...rest]: PlacedRow[]): boolean {
  if (rest.length === 0) return false
  const texts = ({ cells }: PlacedRow) => new Map(cells.map(({ cell, from }) => [from, textOf(cell)]))
  const fonts = ({ cells }: PlacedRow) => new Set(cells.flatMap(({ cell }) => cell.segments.map(({ font }) => font)))
  const [own, next] = [fonts(first!), fonts(rest[0]!)]
  if (![...own].some((font) => next.has(font))) return true
  const head = texts(first!)
  if (!head.has(0)) return true
  const columns = [...head.keys()].filter((column) => column > 0)
  const shape = (text: string) => text.replace(/\d+(?:[.,:]\d+)*/g, '0').replace(/\s+/g, '')
  const isLike = columns.some((column) => {
    const below = rest.map((row) => texts(row).get(column)).filter((text) => text !== undefined)
    const name = head.get(column)!
    return /\d/.test(name) && !/^(19|20)\d\d$/.test(name) && below.some((text) => shape(text) === shape(name))
  })
  if (isLike) return false
  const haveNumbers = columns.some((column) => {
    const below = rest.map((row) => texts(row).get(column)).filter((text) => text !== undefined)
    return !/\d/.test(head.get(column)!) && below.some((text) => /\d/.test(text))
  })
  return haveNumbers || columns.length > 1
}
