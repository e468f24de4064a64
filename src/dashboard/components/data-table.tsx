import type { ReactNode } from 'react'
import { cn } from '#dashboard/lib/cn.ts'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#dashboard/ui/table.tsx'

export interface Column<Row> {
  id: string
  header: ReactNode
  cell: (row: Row) => ReactNode
  /** Smallest screen size at which the column is shown. */
  from?: 'sm' | 'md' | 'lg'
  className?: string
}

interface DataTableProps<Row> {
  /** Accessible name of the table: what it lists. */
  label: string
  columns: readonly Column<Row>[]
  /** Rows of the table; undefined while loading, which shows skeleton rows. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  /** Whether rows are links: the one in the first cell needs `rowLinkClass`, which makes the whole row clickable. */
  linked?: boolean
  /** Whether the rows are still those of the previous page, while the next one loads. */
  stale?: boolean
  skeletonRows?: number
}

/** Extends a link's clickable area over its whole row. */
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
