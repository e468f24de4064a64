import { type Block, blocksOf } from './blocks.ts'
import { plainText } from './plain-text.ts'
import { sentencesOf } from './sentences.ts'
import type { Chunk, Unit } from './types.ts'

const UNITS_MAXIMUM = 40 // a chunk of 900 characters has fewer, unless it is all crumbs

/**
 * The readable pieces of a chunk's content, in order, without the marks of its lists, tables and code blocks. Their words
 * are as they were written, inline Markdown included; of a chunk `fromHtml`, whose inline marks are extraction's own, as
 * the page's reader saw them.
 */
export function unitsOf({ content, fromHtml }: Pick<Chunk, 'content' | 'fromHtml'>): Unit[] {
  const read = fromHtml ? plainText : (text: string) => text.trim()
  return blocksOf(content)
    .flatMap((block, index) => blockUnits(block, read).map((unit) => ({ ...unit, block: index })))
    .filter((unit) => /[\p{L}\p{N}]/u.test(unit.text))
    .slice(0, UNITS_MAXIMUM)
}

type Piece = Omit<Unit, 'block'>

function blockUnits(block: Block, read: (text: string) => string): Piece[] {
  // A chunk's content has no headings of its own but terms ("`port` (`integer`)"), which must be read with what follows.
  switch (block.kind) {
    case 'paragraph':
      return sentencesOf(block.text).map((text) => ({ kind: 'sentence', text: read(text) }))
    case 'list':
      return block.parts.flatMap((part) => itemUnits(part, read))
    case 'code':
      return [{ kind: 'code', text: block.parts.join('\n').trimEnd() }]
    case 'table':
      return block.rows.map((cells) => ({
        kind: 'row',
        text: rowText(block.header.map(read), cells.map(read)),
      }))
  }
}

/** A number before an item is a word of the text ("10. October"), a bullet is not. */
function itemUnits(item: string, read: (text: string) => string): Piece[] {
  const text = item.replace(/^\s*(?:[-*+]\s+)?(?:\[[ x]\]\s+)?/, '')
  const [own = '', ...nested] = text.split(/\n(?=\s*(?:[-*+]|\d{1,9}[.)])\s)/)
  return [
    { kind: 'item', text: read(own.replace(/\s*\n\s*/g, ' ')) },
    ...nested.flatMap((part) => itemUnits(part, read)),
  ]
}

/** "Setting: port; Default: 5432". A table of two columns whose header says nothing new reads "port: 5432". */
function rowText(header: string[], cells: string[]): string {
  const filled = cells.map((cell, index) => ({ cell, name: header[index] ?? '' })).filter(({ cell }) => cell)
  const [first, ...others] = filled
  if (!first) return ''
  if (others.length === 0) return first.cell
  if (others.length === 1) return `${first.cell}: ${others[0]?.cell}`
  return `${first.cell}: ${others.map(({ cell, name }) => (name ? `${name} ${cell}` : cell)).join('; ')}`
}
