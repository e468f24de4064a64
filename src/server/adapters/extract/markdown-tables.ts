import type TurndownService from 'turndown'
import { oneLine } from './text.ts'

const MAX_SPAN = 50

/**
 * Adds rules that write tables as GFM: those without header row, with spans or with lists in cells. Tables used only
 * for layout become plain text.
 */
export function addTableRules(service: TurndownService): void {
  const cells = new WeakMap<Node, string>()

  service.addRule('cell', {
    filter: ['td', 'th'],
    replacement(content, node) {
      cells.set(node, content)
      return `\n\n${content.trim()}\n\n`
    },
  })
  service.addRule('caption', {
    filter: (node) => node.nodeName === 'CAPTION',
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
      const rows = Array.from(table.querySelectorAll('tr')).filter((row) => row.closest('table') === table)
      const grid = spread(rows, (cell) => cellText(cells.get(cell) ?? ''))
      const width = Math.max(0, ...grid.map((row) => row.length))
      if (width < 2 || table.querySelector('table') || table.getAttribute('role') === 'presentation') {
        return `\n\n${content.trim()}\n\n`
      }
      const caption = table.querySelector('caption')
      const title = caption ? `${oneLine(cells.get(caption) ?? '')}\n\n` : ''
      return `\n\n${title}${render(grid, width, hasHeader(rows[0]))}\n\n`
    },
  })
}

/**
 * The texts of a table as rows of columns. A cell that spans several rows is repeated in each, so that every row makes
 * sense by itself.
 */
function spread(rows: Element[], textOf: (cell: Element) => string): string[][] {
  const pending: { column: number; text: string; rows: number }[] = []
  const grid: string[][] = []
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
    if (filled.some((text) => text !== '')) grid.push(filled)
  }
  return grid
}

const spanOf = (cell: Element, name: string): number =>
  Math.min(Math.max(Number.parseInt(cell.getAttribute(name) ?? '1', 10) || 1, 1), MAX_SPAN)

/**
 * Whether the first row names the columns. It doesn't if only its first cell is a heading, because then each row has
 * its own.
 */
function hasHeader(row: Element | undefined): boolean {
  const cells = Array.from(row?.children ?? [])
  const headings = cells.filter((cell) => cell.nodeName === 'TH').length
  return headings === 0 || headings > 1 || cells.length === 1
}

function render(grid: string[][], width: number, header: boolean): string {
  const line = (row: string[]) => `| ${Array.from({ length: width }, (_, index) => row[index] ?? '').join(' | ')} |`
  const [first = [], ...rest] = header ? grid : [[], ...grid]
  return [line(first), `|${' --- |'.repeat(width)}`, ...rest.map(line)].join('\n')
}

const cellText = (content: string): string =>
  oneLine(
    content
      .replace(/^```\w*$/gm, '')
      .replace(/^#+ /gm, '')
      .trim()
      .replace(/\n+\s*(?:-|\d+\.) /g, '; ')
      .replace(/^(?:-|\d+\.) /, ''),
  ).replace(/(?<!\\)\|/g, '\\|')
