import type { ReactNode } from 'react'
import { cn } from '#dashboard/lib/cn.ts'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#dashboard/ui/table.tsx'

export interface Column<Row> {
  id: string
  header: ReactNode
  cell: (row: Row) => ReactNode
  /** The narrowest screen that shows the column. */
  from?: 'sm' | 'md' | 'lg'
  className?: string
}

interface DataTableProps<Row> {
  /** What the table lists, for a screen reader. */
  label: string
  columns: readonly Column<Row>[]
  /** Undefined while loading: skeleton rows stand in. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  /** Rows lead somewhere: put `rowLinkClass` on the link in the first cell and the whole row is it. */
  linked?: boolean
  /** The rows are those of the page before, while the next one loads. */
  stale?: boolean
  skeletonRows?: number
}

/** Stretches a link over its row. */
export const rowLinkClass =
  'font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ink'

const from = { sm: 'max-sm:hidden', md: 'max-md:hidden', lg: 'max-lg:hidden' }

export function DataTable<Row>({ label, columns, rows, rowKey, linked, stale, skeletonRows = 6 }: DataTableProps<Row>) {
  const classOf = (column: Column<Row>) => cn(column.from && from[column.from], column.className)
  return (
    <Table aria-label={label} aria-busy={rows === undefined || stale} className={cn(stale && 'opacity-60')}>
      <TableHead>
        <tr>
          {columns.map((column) => (
            <TableHeader key={column.id} className={classOf(column)}>
              {column.header}
            </TableHeader>
          ))}
        </tr>
      </TableHead>
      <TableBody>
        {rows
          ? rows.map((row) => (
              <TableRow key={rowKey(row)} data-link={linked || undefined} className="relative">
                {columns.map((column) => (
                  <TableCell key={column.id} className={classOf(column)}>
                    {column.cell(row)}
                  </TableCell>
                ))}
              </TableRow>
            ))
          : Array.from({ length: skeletonRows }, (_, index) => (
              <TableRow key={`skeleton ${index.toString()}`}>
                {columns.map((column) => (
                  <TableCell key={column.id} className={classOf(column)}>
                    <Skeleton className={index % 2 ? 'w-3/5' : 'w-4/5'} />
                  </TableCell>
                ))}
              </TableRow>
            ))}
      </TableBody>
    </Table>
  )
}
