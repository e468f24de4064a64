const DELIMITERS = [',', ';', '\t', '|']
/** The first line of a file in which a spreadsheet program has written down the delimiter. */
const DECLARED_DELIMITER = /^\s*sep=([,;\t|])\r?\n/i
/** Beginning of a text by which its delimiter is chosen. */
const SAMPLE_CHARACTERS = 20_000
const SAMPLE_LINES = 50
export const MAX_COLUMNS = 16_384 // as many as a spreadsheet can have; a row's cells are in memory at once

/**
 * Parses CSV (RFC 4180) with the declared delimiter (`sep=;`), or the most regular of `, ; tab |`, without blank rows.
 */
export const parseCsv = (text: string): string[][] => [...csvRows(text)].filter(isFilled)

export const isFilled = (row: readonly string[]) => row.some((value) => value !== '')

/**
 * Parses CSV lazily and keeps blank rows, so that rows can be numbered as a spreadsheet numbers them. Drops the cells
 * beyond one more than a table may have columns.
 */
export function* csvRows(text: string): Generator<string[], undefined> {
  const declared = DECLARED_DELIMITER.exec(text)
  const delimiter = declared?.[1] ?? delimiterOf(text)
  const end = `${delimiter === '|' ? '\\|' : delimiter}|\\n|$`
  const cell = new RegExp(
    `(?:"([^"]*(?:""[^"]*)*)"?| +"([^"]*(?:""[^"]*)*)" *(?=${end}))?([^\\n${delimiter}]*)(${end})`,
    'y',
  )
  cell.lastIndex = declared?.[0].length ?? 0
  let row: string[] = []
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text)
    if (!match) break
    const [, quoted = '', spaced = '', rest = '', ended] = match // a cell may go on after its closing quotation mark
    if (row.length <= MAX_COLUMNS) row.push(((quoted || spaced).replace(/""/g, '"') + rest).trim())
    if (ended !== delimiter) {
      yield row
      row = []
    }
  }
  if (row.length > 0) yield row
}

/** The delimiter of which most of the first lines have the same number, or of two such the one that the first line has more. */
function delimiterOf(text: string): string {
  const start = text.slice(0, SAMPLE_CHARACTERS).replace(/"[^"]*"/g, '')
  const lines = start.split('\n').filter((line) => line.trim() !== '')
  const counted = DELIMITERS.map((delimiter) => {
    const counts = lines.slice(0, SAMPLE_LINES).map((line) => line.split(delimiter).length - 1)
    const alike = Map.groupBy(
      counts.filter((count) => count > 0),
      (count) => count,
    )
    return {
      delimiter,
      lines: Math.max(0, ...Array.from(alike.values(), ({ length }) => length)),
      first: counts[0] ?? 0,
    }
  })
  const isBetter = (one: (typeof counted)[0], other: (typeof counted)[0]) =>
    one.lines > other.lines || (one.lines === other.lines && one.first > other.first)
  return counted.reduce((best, next) => (isBetter(next, best) ? next : best)).delimiter
}
