/** A table as CSV that spreadsheets open as UTF-8, in which no cell is taken for a formula. */
export function csvOf(rows: readonly (readonly (string | number)[])[]): string {
  const lines = rows.map((row) =>
    row.map((cell) => (typeof cell === 'number' ? String(cell) : textCell(cell))).join(','),
  )
  return `\ufeff${lines.map((line) => `${line}\r\n`).join('')}`
}

function textCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
