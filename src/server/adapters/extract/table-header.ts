import { oneLine } from './text.ts'

/** A cell as its table declares it, before those that span several rows or columns are spread over them. */
export interface TableCell {
  text: string
  /** Whether the table says that it is a heading, be it of a column or of a row. */
  isHeading: boolean
  columns: number
  rows: number
}

export interface TableRow {
  cells: TableCell[]
  isInHead: boolean
}

/** More rows than this name no columns: such a table has put its data into its head. */
const MOST_HEADER_ROWS = 4
const AMOUNT = /^\p{Sc}?\s*\d[\d.,\s]*(\p{Sc}|[A-Z]{3}|%)?$/u
const YEAR = /^(19|20)\d\d$/

/**
 * How many rows at the top name columns. By default the first does, but not if just one of its cells is a heading,
 * which is the heading of the row. `width` is the number of columns.
 */
export function countHeaderRows(rows: TableRow[], width: number): number {
  const [first] = rows
  if (!first) return 0
  const headings = first.cells.filter(({ isHeading }) => isHeading).length
  if (headings === 1 && first.cells.length > 1 && !(first.isInHead && hasBody(rows))) return 0
  let count = 1
  while (count < rows.length - 1 && count < MOST_HEADER_ROWS && continuesHeader(rows, count, width)) count++
  return count
}

const hasBody = (rows: TableRow[]): boolean => rows.some(({ isInHead }) => !isInHead)
const isWhole = ({ cells }: TableRow, width: number): boolean => cells.length === 1 && cells[0]!.columns >= width
const allHeadings = ({ cells }: TableRow): boolean =>
  cells.length > 0 && cells.every(({ isHeading, text }) => isHeading || text === '')

/** Whether a row goes on with the header that the rows above it have begun. */
function continuesHeader(rows: TableRow[], at: number, width: number): boolean {
  const row = rows[at]!
  const above = rows[at - 1]!
  if (isWhole(row, width)) return false // the name of a group of rows
  if (rows[0]!.isInHead && hasBody(rows)) return row.isInHead
  if (allHeadings(row)) return rows.slice(at + 1).some((below) => !allHeadings(below))
  const isParted = isWhole(above, width) || above.cells.some(({ columns }) => columns > 1)
  return isParted && looksLikeNames(rows, at, width)
}

/**
 * Whether a row of plain cells names columns: it has no digits where the next row has some, or it has no amounts and
 * leaves the first column to the row above.
 */
function looksLikeNames(rows: TableRow[], at: number, width: number): boolean {
  const { cells } = rows[at]!
  if (cells.filter(({ text }) => text !== '').length < 2) return false
  const hasDigits = (row: TableRow | undefined) => row?.cells.some(({ text }) => /\d/.test(text)) ?? false
  if (!hasDigits(rows[at])) return hasDigits(rows[at + 1])
  const isCovered = rows.slice(0, at).some((row, index) => (row.cells[0]?.rows ?? 1) > at - index)
  const isLeftToAbove = !isWhole(rows[at - 1]!, width) && (isCovered || cells[0]!.text === '')
  return isLeftToAbove && cells.every(({ text }) => YEAR.test(text) || !AMOUNT.test(text))
}

/**
 * Joins a header's rows into one name a column: "Price per night" above "Winter" gives "Price per night – Winter". Each
 * row has a text for every column; what two rows say alike is said once.
 */
export const joinHeaderRows = (rows: string[][], width: number): string[] =>
  Array.from({ length: width }, (_, column) => {
    const texts = rows.map((row) => oneLine(row[column] ?? '')).filter((text) => text !== '')
    return texts.filter((text, at) => texts.indexOf(text) === at).join(' – ')
  })
