import type TurndownService from 'turndown'
import { oneLine } from './text.ts'
import { assertTextWithin } from './text-limit.ts'

const MAX_SPAN = 50
const BETWEEN_CELLS = ' | '

/**
 * Adds rules that write tables as GFM, even those without a header row, with spans, or with lists in cells. Tables of
 * one column, and those used only for layout, become paragraphs.
 */
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
      const grid = spread(rows, (cell) => cellText(cells.get(cell) ?? ''))
      const width = Math.max(0, ...grid.map((row) => row.length))
      if (width < 2) return `\n\n${content.trim()}\n\n`
      assertTextWithin((grid.length + 2) * width * BETWEEN_CELLS.length)
      const caption = table.querySelector('caption')
      const title = caption ? `${oneLine(cells.get(caption) ?? '')}\n\n` : ''
      const rendered = render(grid, width, hasHeader(rows[0]))
      characters += rendered.length
      assertTextWithin(characters)
      return `\n\n${title}${rendered}\n\n`
    },
  })
}

/**
 * The texts of a table as rows of columns. A cell that spans several rows is repeated in each, so that every row makes
 * sense by itself.
 * @throws ExtractError `too_large`
 */
function spread(rows: Element[], textOf: (cell: Element) => string): string[][] {
  const pending: { column: number; text: string; rows: number }[] = []
  const grid: string[][] = []
  let characters = 0
  for (const row of rows) {
    const texts: string[] = []
    for (const span of pending) if (span.rows-- > 0) texts[span.column] = span.text
    let column = 0
    for (const cell of Array.from(row.children).filter((child) => /^T[DH]$/.test(child.nodeName))) {
      while (texts[column] !== undefined) column++
      const text = textOf(cell)
      const width = spanOf(cell, 'colspan')
      for (let step = 0; step < width; step++) {
        const shown = step === 0 || cell.nodeName === 'TH' ? text : ''
        texts[column + step] = shown
        const below = spanOf(cell, 'rowspan') - 1
        if (below > 0) pending.push({ column: column + step, text: shown, rows: below })
      }
      column += width
    }
    const filled = Array.from(texts, (text) => text ?? '')
    characters += filled.reduce((sum, text) => sum + text.length, 0)
    assertTextWithin(characters)
    if (filled.some((text) => text !== '')) grid.push(filled)
  }
  return grid
}

const spanOf = (cell: Element, name: string): number =>
  Math.min(Math.max(Number.parseInt(cell.getAttribute(name) ?? '1', 10) || 1, 1), MAX_SPAN)

/**
 * Whether the first row is taken to name the columns, as it is even without heading cells. It isn't if just one of
 * several cells is a heading: that is the heading of the row.
 */
function hasHeader(row: Element | undefined): boolean {
  const cells = Array.from(row?.children ?? [])
  const headings = cells.filter((cell) => cell.nodeName === 'TH').length
  return headings === 0 || headings > 1 || cells.length === 1
}

function render(grid: string[][], width: number, header: boolean): string {
  const line = (row: string[]) =>
    `| ${Array.from({ length: width }, (_, index) => row[index] ?? '').join(BETWEEN_CELLS)} |`
  const [first = [], ...rest] = header ? grid : [[], ...grid]
  return [line(first), `|${' --- |'.repeat(width)}`, ...rest.map(line)].join('\n')
}

/** Puts the Markdown of a cell on one line. */
export const cellText = (content: string): string =>
  oneLine(
    content
      .replace(/^```\w*$/gm, '')
      .replace(/^#+ /gm, '')
      .trim()
      .replace(/\n+\s*(?:-|\d+\.) /g, '; ')
      .replace(/^(?:-|\d+\.) /, ''),
  ).replace(/(?<!\\)\|/g, '\\|')
