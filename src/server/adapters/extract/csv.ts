import { ExtractError } from './errors.ts'
import { oneLine } from './text.ts'
import { assertTextWithin } from './text-limit.ts'

const DELIMITERS = [',', ';', '\t', '|']
/** The first line of a file in which a spreadsheet program has written down the delimiter. */
const DECLARED_DELIMITER = /^\s*sep=([,;\t|])\r?\n/i
const SAMPLE_CHARACTERS = 20_000
const MAX_COLUMNS = 16_384 // as many as a spreadsheet can have; a row's cells are in memory at once

/** Whether a text is a table, by its first rows: at least two columns, and most rows have as many as the first. */
export function isCsv(text: string): boolean {
  const rows = parseCsv(text.slice(0, SAMPLE_CHARACTERS))
  if (text.length > SAMPLE_CHARACTERS && rows.length > 1) rows.pop() // it may be cut
  const widths = rows.slice(0, 50).map((row) => row.length)
  const usual = widths[0] ?? 0
  return usual >= 2 && widths.filter((width) => width === usual).length >= Math.max(1, widths.length * 0.6)
}

/**
 * Turns each row into a paragraph that repeats the column names ("Product: Lamp; Price: 20 €"), so that a row found by
 * a search makes sense by itself. If the first line isn't a header, only the values are written.
 * @throws ExtractError `too_large`
 */
export function csvToMarkdown(text: string): string {
  const table = parseCsv(text)
  if (table.some((row) => row.length > MAX_COLUMNS))
    throw new ExtractError('too_large', 'This table has more than 16,384 columns. Split it into smaller ones.')
  const [header = [], ...rows] = table
  const names = header.map(oneLine)
  const hasHeader =
    rows.length > 0 && names.length > 1 && names.every((name) => name !== '' && !/^[\d\s.,%€$£-]+$/.test(name))
  const lines: string[] = []
  let characters = 0
  for (const row of hasHeader ? rows : [header, ...rows]) {
    const line = row
      .map((cell, index) => ({ name: hasHeader ? names[index] : undefined, value: oneLine(cell) }))
      .filter(({ value }) => value !== '')
      .map(({ name, value }) => (name ? `${name}: ${value}` : value))
      .join('; ')
    if (line === '') continue
    lines.push(line)
    characters += line.length
    assertTextWithin(characters)
  }
  return lines.join('\n\n')
}

/**
 * Parses CSV as in RFC 4180, with the delimiter of `, ; tab |` that the first line declares (`sep=;`) or uses most.
 * Drops blank rows.
 */
const parseCsv = (text: string): string[][] => [...csvRows(text)].filter(isFilled)

/** Whether a row of a table has anything in it. */
export const isFilled = (row: readonly string[]) => row.some((value) => value !== '')

/**
 * Parses CSV like `parseCsv`, but keeps blank rows, so that rows can be numbered as a spreadsheet numbers them. Parses
 * only the rows that the caller asks for. Of a row with more cells than a table may have columns, all after the first
 * one too many are dropped.
 */
export function* csvRows(text: string): Generator<string[], undefined> {
  const declared = DECLARED_DELIMITER.exec(text)
  const firstLine = /^.*$/m.exec(text.trimStart())?.[0].replace(/"[^"]*"/g, '') ?? ''
  const counted = DELIMITERS.map((delimiter) => ({ delimiter, count: firstLine.split(delimiter).length }))
  const delimiter = declared?.[1] ?? counted.reduce((best, next) => (next.count > best.count ? next : best)).delimiter
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
