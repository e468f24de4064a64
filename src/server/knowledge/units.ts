import { type Block, blocksOf } from './blocks.ts'
import { plainText } from './plain-text.ts'
import { sentencesOf } from './sentences.ts'
import type { Unit } from './types.ts'

const UNITS_MAXIMUM = 40 // a chunk of 900 characters has fewer, unless it is all crumbs

/** The readable pieces of a chunk's content, in order, without Markdown. */
export function unitsOf(content: string): Unit[] {
  return blocksOf(content)
    .flatMap((block, index) => blockUnits(block).map((unit) => ({ ...unit, block: index })))
    .filter((unit) => /[\p{L}\p{N}]/u.test(unit.text))
    .slice(0, UNITS_MAXIMUM)
}

type Piece = Omit<Unit, 'block'>

function blockUnits(block: Block): Piece[] {
  // A chunk's content has no headings of its own but terms ("`port` (`integer`)"), which must be read with what follows.
  switch (block.kind) {
    case 'paragraph':
      return sentencesOf(block.text).map((text) => ({ kind: 'sentence', text: plainText(text) }))
    case 'list':
      return block.parts.flatMap(itemUnits)
    case 'code':
      return [{ kind: 'code', text: block.parts.join('\n').trimEnd() }]
    case 'table':
      return block.rows.map((cells) => ({
        kind: 'row',
        text: rowText(block.header.map(plainText), cells.map(plainText)),
      }))
  }
}

function itemUnits(item: string): Piece[] {
  const text = item.replace(/^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ x]\]\s+)?/, '')
  const [own = '', ...nested] = text.split(/\n(?=\s*(?:[-*+]|\d{1,9}[.)])\s)/)
  return [{ kind: 'item', text: plainText(own) }, ...nested.flatMap(itemUnits)]
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
