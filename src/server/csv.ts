/** What begins a file so that spreadsheets read it as UTF-8. */
export const UTF8_MARK = '\ufeff'

const FORMULA = /^[=+\-@\t\r]/
const NEEDS_QUOTES = /[",\r\n]/

/**
 * One line of a CSV file (RFC 4180). A cell that a spreadsheet would run as a formula begins with an apostrophe, which
 * spreadsheets take as: this is text.
 */
export function csvLine(cells: readonly (string | null)[]): string {
  return `${cells.map((cell) => quoted(defused(cell ?? ''))).join(',')}\r\n`
}

const defused = (cell: string) => (FORMULA.test(cell) ? `'${cell}` : cell)
const quoted = (cell: string) => (NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
