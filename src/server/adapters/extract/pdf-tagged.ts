import type { PdfLine, Piece } from './pdf-line.ts'
import { toLines } from './pdf-lines.ts'
import { type TaggedRow, tableOfCells } from './pdf-tables.ts'

/** A node of the structure that a tagged PDF gives its text; leaves name a stretch of what the page draws. */
export interface StructureNode {
  role?: string
  children?: StructureNode[]
  id?: string
}

interface TaggedTable {
  rows: { isInHead: boolean; cells: { isHeading: boolean; marks: string[] }[] }[]
  pieces: Map<string, Piece[]>
}

/** Structures nest less deep than this in all real PDFs; what lies deeper is read as text. */
const MAX_DEPTH = 200

/** Makes lines of a page's pieces. A table that the PDF says is one becomes a single line, which holds the table. */
export function toTaggedLines(pieces: Piece[], structure: StructureNode | null): PdfLine[] {
  const tables = structure ? tablesIn(structure, 0) : []
  const tableOf = new Map(tables.flatMap((table) => marksOf(table).map((mark) => [mark, table] as const)))
  const groups: (Piece[] | TaggedTable)[] = [[]]
  for (const piece of withMarks(pieces)) {
    const table = tableOf.get(piece.mark ?? '')
    const last = groups.at(-1)!
    if (!table) Array.isArray(last) ? last.push(piece) : groups.push([piece])
    else {
      if (table.pieces.size === 0) groups.push(table)
      const mark = piece.mark ?? ''
      const ofMark = table.pieces.get(mark)
      if (ofMark) ofMark.push(piece)
      else table.pieces.set(mark, [piece])
    }
  }
  return groups.flatMap((group) => (Array.isArray(group) ? toLines(group) : lineWith(group)))
}

/** How far apart a piece without a mark may stand from one of whose word it is part, as a share of the letters' height. */
const SAME_WORD_SHARE = 0.2

/** Gives pieces that are part of a word the mark of its other pieces: browsers leave joined letters such as ﬀ without one. */
function withMarks(pieces: Piece[]): Piece[] {
  const touches = (one: Piece | undefined, other: Piece | undefined) =>
    one?.y === other?.y && Math.abs(one!.x + one!.width - other!.x) <= SAME_WORD_SHARE * one!.size
  const marked = [...pieces]
  for (let at = 0; at < marked.length; at++) {
    const [before, piece, after] = [marked[at - 1], marked[at]!, marked[at + 1]]
    if (piece.mark !== undefined) continue
    if (before && touches(before, piece)) marked[at] = { ...piece, mark: before.mark }
    else if (after && touches(piece, after)) marked[at] = { ...piece, mark: after.mark }
  }
  return marked
}

/** The tables of a structure that stand in several columns and hold no other table, as those for layout do. */
function tablesIn(node: StructureNode, depth: number): TaggedTable[] {
  if (depth > MAX_DEPTH) return []
  const inner = (node.children ?? []).flatMap((child) => tablesIn(child, depth + 1))
  if (node.role !== 'Table' || holdsTable(node, depth)) return inner
  const rows = (node.children ?? []).flatMap((part) => {
    if (part.role === 'TR') return [{ row: part, isInHead: false }]
    const isPart = /^T(Head|Body|Foot)$/.test(part.role ?? '')
    const below = isPart ? (part.children ?? []).filter(({ role }) => role === 'TR') : []
    return below.map((row) => ({ row, isInHead: part.role === 'THead' }))
  })
  const read = rows.map(({ row, isInHead }) => ({
    isInHead,
    cells: (row.children ?? [])
      .filter(({ role }) => role === 'TH' || role === 'TD')
      .map((cell) => ({ isHeading: cell.role === 'TH', marks: marksIn(cell, depth) })),
  }))
  return read.some(({ cells }) => cells.length > 1) ? [{ rows: read, pieces: new Map() }] : []
}

const holdsTable = ({ children = [] }: StructureNode, depth: number): boolean =>
  depth <= MAX_DEPTH && children.some((child) => child.role === 'Table' || holdsTable(child, depth + 1))

function marksIn(node: StructureNode, depth: number): string[] {
  if (depth > MAX_DEPTH) return []
  return [...(node.id ? [node.id] : []), ...(node.children ?? []).flatMap((child) => marksIn(child, depth + 1))]
}

const marksOf = ({ rows }: TaggedTable): string[] => rows.flatMap(({ cells }) => cells.flatMap(({ marks }) => marks))

/** The table as a line of the page, or its text as lines if it has no columns after all. */
function lineWith({ rows, pieces }: TaggedTable): PdfLine[] {
  const inCell = (marks: string[]) => toLines(marks.flatMap((mark) => pieces.get(mark) ?? []))
  const read: TaggedRow[] = rows.map(({ isInHead, cells }) => ({
    isInHead,
    cells: cells.map(({ isHeading, marks }) => ({
      isHeading,
      segments: inCell(marks).flatMap(({ segments }) => segments),
    })),
  }))
  const all = toLines([...pieces.values()].flat())
  const [first] = all
  const table = tableOfCells(read)
  return first && table ? [{ ...first, text: all.map(({ text }) => text).join(' '), table }] : all
}
