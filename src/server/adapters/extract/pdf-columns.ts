import type { Column } from './pdf-line.ts'
import type { Cell, Row } from './pdf-rows.ts'

/** A row whose cells are put into columns; those that stand over several columns are in the first of them. */
export interface PlacedRow {
  cells: { cell: Cell; from: number; to: number }[]
}

/** Finds the columns of rows: as many as the longest row has cells; null if the rows have none in common. */
export function findColumns(rows: Row[]): { columns: Column[]; placed: PlacedRow[] } | null {
  const count = Math.max(...rows.map(({ cells }) => cells.length))
  const full = rows.filter(({ cells }) => cells.length === count)
  const columns = Array.from({ length: count }, (_, at) => ({
    left: Math.min(...full.map(({ cells }) => cells[at]!.left)),
    right: Math.max(...full.map(({ cells }) => cells[at]!.right)),
  }))
  if (columns.some((column, at) => at > 0 && columns[at - 1]!.right >= column.left)) return null
  const placed: PlacedRow[] = []
  for (const [at, row] of rows.entries()) {
    const cells =
      row.cells.length === count ? row.cells.map((cell, from) => ({ cell, from, to: from })) : place(row.cells, columns)
    // Only the header, and the name of a group of rows, may stand over several columns.
    const isSpanning = cells.some(({ from, to }) => to > from)
    const areApart = cells.every(({ from }, index) => index === 0 || from > cells[index - 1]!.to)
    if (!areApart || (isSpanning && at > 0 && row.cells.length > 1)) return null
    placed.push({ cells })
  }
  return { columns, placed }
}

/** Puts the cells of a row that has fewer than there are columns into those above or below which they stand. */
export function place(cells: Cell[], columns: Column[]): PlacedRow['cells'] {
  return cells.map((cell) => {
    const under = columns.flatMap(({ left, right }, at) => (cell.left < right && left < cell.right ? [at] : []))
    if (under.length > 0) return { cell, from: under[0]!, to: under.at(-1)! }
    // Between two columns stands what is centred over both, or is shorter than all others of its column.
    const distances = columns.map(({ left, right }) => Math.max(left - cell.right, cell.left - right))
    const nearest = distances.indexOf(Math.min(...distances))
    return { cell, from: nearest, to: nearest }
  })
}
