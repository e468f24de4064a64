/** The byte order mark, with which a file begins so that spreadsheets read it as UTF-8. */
export const UTF8_MARK = '\ufeff'

const FORMULA = /^[=+\-@\t\r]/
const NEEDS_QUOTES = /[",\r\n]/

/** One line of CSV (RFC 4180). An apostrophe before what could be a formula makes it text; null is an empty cell. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map((cell) => (typeof cell === 'number' ? cell : quoted(defused(cell ?? '')))).join(',')}\r\n`
}

const defused = (cell: string) => (FORMULA.test(cell) ? `'${cell}` : cell)
const quoted = (cell: string) => (NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
