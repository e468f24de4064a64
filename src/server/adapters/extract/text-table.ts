import { countHeaderRows, joinHeaderRows, type TableCell, type TableRow } from './table-header.ts'

/** Rows from which it is seen how many of them are the header; no header is longer. */
const EXAMINED_ROWS = 6

/**
 * Joins the header rows of a plain table such as CSV, where a name over several columns stands in the first of them or
 * in each. Returns the columns' names and how many rows they were taken from.
 */
export function readHeader(rows: readonly string[][]): { names: string[]; count: number } {
  const [first = [], second = []] = rows
  const isLeftToOther = first[0] === '' || second[0] === ''
  if (!isLeftToOther || second.filter((text) => text !== '').length < 2) return { names: first, count: 1 }
  const width = Math.max(first.length, second.length)
  const cells = rows.slice(0, EXAMINED_ROWS).map((row, at) => cellsOf(row, rows[at + 1], width))
  const count = Math.max(1, countHeaderRows(cells, width))
  if (count === 1) return { names: first, count }
  const spread = cells.slice(0, count).map((row) => row.cells.flatMap(({ text, columns }) => Array(columns).fill(text)))
  return { names: joinHeaderRows(spread, width), count }
}

/** A row whose empty and repeated cells are taken to continue the cell before them, if the row below fills them. */
function cellsOf(row: readonly string[], below: readonly string[] | undefined, width: number): TableRow {
  const cells: TableCell[] = []
  for (let column = 0; column < width; column++) {
    const text = row[column] ?? ''
    const before = cells.at(-1)
    const continues = before?.text && (text === '' || text === before.text) && below?.[column]
    if (continues) before.columns += 1
    else cells.push({ text, isHeading: false, columns: 1, rows: 1 })
  }
  return { cells, isInHead: false }
}

const DELIMITER_ROW = /^[ \t>]*\|?(?:[ \t]*:?-+:?[ \t]*\|)+(?:[ \t]*:?-+:?[ \t]*)?$/
const FENCE = /^[ \t>]*(`{3,}|~{3,})/

/** Joins the headers of two rows in the tables of a Markdown text: Markdown itself knows only headers of one. */
export function joinTableHeaders(markdown: string): string {
  const lines = markdown.split('\n')
  const written: string[] = []
  let fence: string | undefined
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    const mark = FENCE.exec(line)?.[1]
    if (!fence) fence = mark
    else if (mark?.startsWith(fence)) fence = undefined
    written.push(line)
    const header = written.at(-2)
    if (fence || !header?.includes('|') || !DELIMITER_ROW.test(line)) continue
    const rows = [header, ...rowsBelow(lines, at + 1)].map(cellsOfLine)
    const { names, count } = readHeader(rows)
    if (count === 1) continue
    written.splice(-2, 2, `| ${names.join(' | ')} |`, `|${' --- |'.repeat(names.length)}`)
    at += count - 1
  }
  return written.join('\n')
}

const rowsBelow = (lines: readonly string[], start: number): string[] => {
  const some = lines.slice(start, start + EXAMINED_ROWS)
  const end = some.findIndex((line) => !line.includes('|'))
  return end < 0 ? some : some.slice(0, end)
}

const cellsOfLine = (line: string): string[] =>
  line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())
