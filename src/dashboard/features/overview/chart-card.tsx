import Download from 'lucide-react/icons/download'
import { type ReactNode, useState } from 'react'
import { csvLine, UTF8_MARK } from '#contract/csv.ts'
import { Card } from '#dashboard/components/card.tsx'
import { download } from '#dashboard/lib/download.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#dashboard/ui/table.tsx'

interface ChartCardProps {
  title: string
  description?: ReactNode
  /** The data of the chart as a table: rows of cells, the heading row first. */
  table: readonly (readonly (string | number)[])[]
  aside?: ReactNode
  children: ReactNode
}

/** A card with a chart, which can be shown as a table instead and downloaded as CSV. */
export function ChartCard({ title, description, table, aside, children }: ChartCardProps) {
  const [isTable, setIsTable] = useState(false)
  const [head = [], ...rows] = table
  return (
    <Card
      title={title}
      description={description}
      className="min-w-0"
      actions={
        <span className="-my-1 -mr-2 flex items-center gap-1">
          {aside}
          {isTable && (
            <Button
              size="sm"
              variant="ghost"
              onClick={() =>
                download(UTF8_MARK + table.map(csvLine).join(''), `${title.toLowerCase().replaceAll(' ', '-')}.csv`)
              }
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
