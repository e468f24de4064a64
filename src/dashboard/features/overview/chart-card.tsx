import Download from 'lucide-react/icons/download'
import { type ReactNode, useState } from 'react'
import { Card } from '#dashboard/components/card.tsx'
import { cn } from '#dashboard/lib/cn.ts'
import { download } from '#dashboard/lib/download.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#dashboard/ui/table.tsx'
import { csvOf } from './csv.ts'

interface ChartCardProps {
  title: string
  description?: ReactNode
  /** What the chart shows, as a table with its heading row. */
  table: readonly (readonly (string | number)[])[]
  className?: string
  /** What stands beside the title. */
  aside?: ReactNode
  /** The chart. */
  children: ReactNode
}

/** A card with a chart, and with the table behind it for whoever would rather read that or take it along. */
export function ChartCard({ title, description, table, className, aside, children }: ChartCardProps) {
  const [isTable, setIsTable] = useState(false)
  const [head = [], ...rows] = table
  return (
    <Card
      title={title}
      description={description}
      className={cn('min-w-0', className)}
      actions={
        <span className="-my-1 -mr-2 flex items-center gap-1">
          {aside}
          {isTable && (
            <Button
              size="sm"
              variant="ghost"
              onClick={() => download(csvOf(table), `${title.toLowerCase().replaceAll(' ', '-')}.csv`)}
            >
              <Download aria-hidden /> CSV
            </Button>
          )}
          <Button size="sm" variant="ghost" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
            Table
          </Button>
        </span>
      }
    >
      {isTable ? (
        <div className="max-h-80 overflow-y-auto">
          <Table aria-label={title}>
            <TableHead>
              <tr>
                {head.map((cell) => (
                  <TableHeader key={cell}>{cell}</TableHeader>
                ))}
              </tr>
            </TableHead>
            <TableBody>
              {rows.map((row, index) => (
                <TableRow key={index.toString()}>
                  {row.map((cell, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a cell is known by its column alone
                    <TableCell key={at} className="h-8 whitespace-nowrap py-1">
                      {typeof cell === 'number' ? cell.toLocaleString() : cell}
                    </TableCell>
                  ))}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </div>
      ) : (
        children
      )}
    </Card>
  )
}
