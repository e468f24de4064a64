import { isFilled, MAX_COLUMNS, parseCsv } from './csv.ts'
import { ExtractError } from './errors.ts'
import { htmlToMarkdown } from './html-document.ts'
import { cellText } from './markdown-tables.ts'
import { oneLine } from './text.ts'
import { assertTextWithin } from './text-limit.ts'
import { readHeader } from './text-table.ts'

const SAMPLE_CHARACTERS = 20_000
const SAMPLE_ROWS = 50

const NUMBER = /^[\d\s.,%€$£-]+$/
const AMOUNT = /^\p{Sc}?\s*\d[\d.,\s]*(\p{Sc}|[A-Z]{3})$/u
const YEAR = /^(19|20)\d\d$/
const DATE = /^(\d{4}-\d{2}-\d{2}|\d{1,2}\.\s?\d{1,2}\.(\s?\d{2,4})?|\d{1,2}\/\d{1,2}\/\d{2,4})$/
/** Matches a cell that holds HTML, as shops and help centres write out what they show. */
const MARKED_UP = /<(p|div|span|ul|ol|li|strong|em|b|i|a|h[1-6])(?:\s[^<>]*)?>[\s\S]*<\/\1>|<br\s*\/?>/i
/** The name that pandas gives to a column without one. */
const UNNAMED = /^Unnamed: \d+$/

/** Whether a text is a table, by its first rows: at least two columns, and most rows have as many as the others. */
export function isCsv(text: string): boolean {
  const rows = parseCsv(text.slice(0, SAMPLE_CHARACTERS))
  if (text.length > SAMPLE_CHARACTERS && rows.length > 1) rows.pop() // it may be cut
  const titles = titleRows(rows)
  const table = rows.slice(titles, titles + SAMPLE_ROWS)
  if (titles > 0 && table.length < 2) return false
  const written = table.map((row) => row.length)
  // Some programs end only some of the lines with further commas.
  const filled = table.map((row) => row.findLastIndex((cell) => cell !== '') + 1)
  return [written, filled].some((widths) => {
    const usual = mostFrequent(widths)
    return usual >= 2 && widths.filter((width) => width === usual).length >= Math.max(1, widths.length * 0.6)
  })
}

function mostFrequent(numbers: number[]): number {
  const counts = new Map<number, number>()
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1)
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best), [0, 0])[0]
}

/** How many rows at the top are titles of the table: only their first cell is filled, and rows of several cells follow. */
function titleRows(rows: readonly string[][]): number {
  const first = rows.findIndex((row) => row[0] === '' || row.filter((cell) => cell !== '').length > 1)
  return Math.max(first, 0)
}

/**
 * Turns each row into a paragraph that repeats the column names ("Product: Lamp; Price: 20 €"), so that a row found by
 * a search makes sense by itself. If no row is a header, only the values are written.
 * @throws ExtractError `too_large`
 */
export function csvToMarkdown(text: string): string {
  const table = parseCsv(text)
  if (table.some((row) => row.length > MAX_COLUMNS))
    throw new ExtractError('too_large', 'This table has more than 16,384 columns. Split it into smaller ones.')
  const titles = titleRows(table)
  const rows = table.slice(titles)
  const { names, count } = namesOf(rows)
  const lines = table.slice(0, titles).map((row) => oneLine(row.join(' ')))
  let characters = 0
  const skipped = isIndex(names[0], rows.slice(count)) ? 0 : -1
  for (const row of rows.slice(count)) {
    const cells = row.flatMap((cell, index) => {
      const value = index === skipped ? '' : oneLine(MARKED_UP.test(cell) ? cellText(htmlToMarkdown(cell, null)) : cell)
      // A line without any separator is a remark below the table.
      const name = row.length > 1 ? names[index] : undefined
      return value === '' ? [] : name ? `${name}: ${value}` : value
    })
    const line = cells.join('; ')
    if (line === '') continue
    lines.push(line)
    characters += line.length
    assertTextWithin(characters)
  }
  return lines.filter((line) => line !== '').join('\n\n')
}

/** The names of a table's columns, empty for those without one, and how many rows they were read from. */
function namesOf(rows: readonly string[][]): { names: string[]; count: number } {
  const header = readHeader(rows.slice(0, SAMPLE_ROWS))
  const names = header.names.map(oneLine).map((name) => (UNNAMED.test(name) ? '' : name))
  if (header.count > 1) return { names, count: header.count }
  return looksLikeNames(names, rows.slice(1, SAMPLE_ROWS)) ? { names, count: 1 } : { names: [], count: 0 }
}

/** Whether the first row names the columns: by words, or by years, dates or numbers above cells of another kind. */
function looksLikeNames(names: readonly string[], rows: readonly string[][]): boolean {
  const columns = [...names.keys()].filter((column) => names[column] !== '')
  // A column that nothing is in may lack a name too, as at the end of lines that end with a comma.
  const unnamed = [...names.keys()].filter((column) => names[column] === '' && rows.some((row) => row[column]))
  if (rows.length === 0 || names.length < 2 || columns.length === 0 || unnamed.length > columns.length) return false
  const isOtherBelow = (column: number, kind: RegExp) => {
    const cells = rows.map((row) => row[column] ?? '').filter((cell) => cell !== '')
    return cells.filter((cell) => kind.test(cell)).length <= cells.length / 2
  }
  const numbers = columns.filter((column) => NUMBER.test(names[column]!) && !isDay(names[column]!))
  const isCounting = numbers.length < columns.length && counts(numbers.map((column) => names[column]!))
  const isCountingBelow = counts(numbers.map((column) => rows[0]?.[column] ?? ''))
  return columns.every((column) => {
    const name = names[column]!
    if (YEAR.test(name)) return isOtherBelow(column, YEAR)
    if (DATE.test(name)) return isOtherBelow(column, DATE)
    if (AMOUNT.test(name)) return isOtherBelow(column, AMOUNT)
    return !NUMBER.test(name) || (isCounting && !isCountingBelow)
  })
}

const isDay = (name: string) => YEAR.test(name) || DATE.test(name)

/** Whether cells are at least two whole numbers of which each is the next. */
const counts = (cells: readonly string[]): boolean =>
  cells.length > 1 && cells.every((cell, at) => /^\d+$/.test(cell) && Number(cell) === Number(cells[0]) + at)

/** Whether a column without a name only numbers the rows, from 0 or 1 on, as programs write it. */
function isIndex(name: string | undefined, rows: readonly string[][]): boolean {
  const start = Number(rows[0]?.[0])
  return name === '' && start <= 1 && rows.filter(isFilled).every((row, at) => row[0] === String(start + at))
}
