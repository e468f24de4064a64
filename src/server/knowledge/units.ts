import { type Block, blocksOf } from './blocks.ts'
import { plainText } from './plain-text.ts'
import { sentencesOf } from './sentences.ts'
import type { Chunk, Unit } from './types.ts'

const UNITS_MAXIMUM = 40 // a chunk of 900 characters has fewer, unless they are all tiny

/**
 * The readable pieces of a chunk's content, in order, without the marks of lists, tables and code blocks. They keep the
 * author's inline Markdown, but not that which extraction added.
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
  // The block's path is not used: headings are in the chunks' `heading`, and a term is part of the text anyway.
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
        ...(block.header[0] && { rowOf: read(block.header[0]) }),
      }))
  }
}

/** A list item's own text, then nested items, without bullets. A number may belong to the text ("10. October"). */
function itemUnits(item: string, read: (text: string) => string): Piece[] {
  const text = item.replace(/^\s*(?:[-*+]\s+)?(?:\[[ x]\]\s+)?/, '')
  const [own = '', ...nested] = text.split(/\n(?=\s*(?:[-*+]|\d{1,9}[.)])\s)/)
  return [
    { kind: 'item', text: read(own.replace(/\s*\n\s*/g, ' ')) },
    ...nested.flatMap((part) => itemUnits(part, read)),
  ]
}

/**
 * A table row as text: "port: Type integer; Default 5432". In a table of two columns, it reads "port: 5432". Where cells
 * are empty, the others keep the names of their columns, since these alone say which of them is filled.
 */
function rowText(header: string[], cells: string[]): string {
  const [first = '', ...others] = cells
  const columns = Math.max(header.length, cells.length)
  const named = others.flatMap((cell, at) => {
    const name = columns > 2 ? (header[at + 1] ?? '') : ''
    return cell ? [name ? `${name} ${cell}` : cell] : []
  })
  if (first === '') return named.join('; ')
  return named.length === 0 ? first : `${first}: ${named.join('; ')}`
}
