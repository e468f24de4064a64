import type TurndownService from 'turndown'
import { countHeaderRows, joinHeaderRows, type TableRow } from './table-header.ts'
import { oneLine } from './text.ts'
import { assertTextWithin } from './text-limit.ts'

const MAX_SPAN = 50
/** A bar in a cell's text, which would part it, unless it is escaped already. */
export const BAR = /(?<!\\)\|/g
const BETWEEN_CELLS = ' | '

/** Adds rules that write any table as GFM; tables of one column, and those used for layout, become paragraphs. */
export function addTableRules(service: TurndownService): void {
  const cells = new WeakMap<Node, string>() // the text of each cell and caption
  let characters = 0 // of all tables so far

  service.addRule('cell', {
    filter: ['td', 'th', 'caption'],
    replacement(content, node) {
      cells.set(node, content)
      return `\n\n${content.trim()}\n\n`
    },
  })
  service.addRule('rows', { filter: ['tr', 'thead', 'tbody', 'tfoot'], replacement: (content) => content })
  service.addRule('table', {
    filter: 'table',
    replacement(content, node) {
      const table = node as HTMLElement
      const isForLayout = table.querySelector('table') !== null || table.getAttribute('role') === 'presentation'
      if (isForLayout) return `\n\n${content.trim()}\n\n`
      const rows = Array.from(table.querySelectorAll('tr')).filter((row) => row.closest('table') === table)
      const read = rows.map((row) => readRow(row, (cell) => cellText(cells.get(cell) ?? '')))
      const written = tableToMarkdown(read.filter((row) => row.cells.some(({ text }) => text !== '')))
      if (written === null) return `\n\n${content.trim()}\n\n`
      const caption = table.querySelector('caption')
      const title = caption ? `${oneLine(cells.get(caption) ?? '')}\n\n` : ''
      const rendered = title + written
      characters += rendered.length
      assertTextWithin(characters)
      return `\n\n${rendered}\n\n`
    },
  })
}

function readRow(row: Element, textOf: (cell: Element) => string): TableRow {
  const cells = Array.from(row.children).filter(({ nodeName }) => /^T[DH]$/.test(nodeName))
  return {
    isInHead: row.parentElement?.nodeName === 'THEAD',
    cells: cells.map((cell) => ({
      text: textOf(cell),
      isHeading: cell.nodeName === 'TH',
      columns: spanOf(cell, 'colspan'),
      rows: spanOf(cell, 'rowspan'),
    })),
  }
}

const spanOf = (cell: Element, name: string): number =>
  Math.min(Math.max(Number.parseInt(cell.getAttribute(name) ?? '1', 10) || 1, 1), MAX_SPAN)

/** Parts a table's rows into its title, the names of its columns, and its data. */
function layOut(rows: TableRow[]): { title: string; header: string[]; body: string[][]; width: number } {
  const width = Math.max(0, ...rows.map(({ cells }) => cells.reduce((sum, { columns }) => sum + columns, 0)))
  const count = countHeaderRows(rows, width)
  const grid = spread(rows, count)
  const [first] = rows
  // A cell over all columns that is followed by their names is a title.
  const isTitled = count > 1 && first?.cells.length === 1 && first.cells[0]!.columns >= width
  const most = Math.max(0, ...grid.map((row) => row.length))
  const named = grid.slice(isTitled ? 1 : 0, count)
  return {
    title: isTitled ? first.cells[0]!.text : '',
    header: joinHeaderRows(named, most),
    body: grid.slice(count).filter((row) => row.some((text) => text !== '')),
    width: most,
  }
}

/**
 * The texts of a table as rows of columns. A cell that spans several rows is repeated in each, so that every row makes
 * sense by itself; one that spans several columns is repeated if it is a heading, as all of the first `headers` rows are.
 * @throws ExtractError `too_large`
 */
function spread(rows: TableRow[], headers: number): string[][] {
  const pending: { column: number; text: string; rows: number }[] = []
  let characters = 0
  return rows.map(({ cells }, at) => {
    const texts: string[] = []
    for (const span of pending) if (span.rows-- > 0) texts[span.column] = span.text
    let column = 0
    for (const { text, isHeading, columns, rows: height } of cells) {
      while (texts[column] !== undefined) column++
      for (let step = 0; step < columns; step++) {
        const shown = step === 0 || isHeading || at < headers ? text : ''
        texts[column + step] = shown
        if (height > 1) pending.push({ column: column + step, text: shown, rows: height - 1 })
      }
      column += columns
    }
    const filled = Array.from(texts, (text) => text ?? '')
    characters += filled.reduce((sum, text) => sum + text.length, 0)
    assertTextWithin(characters)
    return filled
  })
}

/**
 * Writes a table as GFM, with its title above it if it has one; null for a table of a single column, or none.
 * @throws ExtractError `too_large`
 */
export function tableToMarkdown(rows: TableRow[]): string | null {
  const { title, header, body, width } = layOut(rows)
  if (width < 2) return null
  assertTextWithin((body.length + 2) * width * BETWEEN_CELLS.length)
  return `${title && `${title}\n\n`}${writeTable([header, ...body], width)}`
}

const writeTable = (rows: string[][], width: number): string => {
  const line = (row: string[]) =>
    `| ${Array.from({ length: width }, (_, index) => row[index] ?? '').join(BETWEEN_CELLS)} |`
  const [header = [], ...body] = rows.map(line)
  return [header, `|${' --- |'.repeat(width)}`, ...body].join('\n')
}

export const cellText = (content: string): string =>
  oneLine(
    content
      .replace(/^```\w*$/gm, '')
      .replace(/^#+ /gm, '')
      .trim()
      .replace(/\n+\s*(?:-|\d+\.) /g, '; ')
      .replace(/^(?:-|\d+\.) /, ''),
  ).replace(BAR, '\\|')
