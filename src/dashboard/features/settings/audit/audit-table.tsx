import { useState } from 'react'
import { type Column, DataTable, rowLinkClass } from '#dashboard/components/data-table.tsx'
import { cn } from '#dashboard/lib/cn.ts'
import { late } from '#dashboard/lib/late.tsx'
import { RelativeTime } from '#dashboard/ui/relative-time.tsx'
import type { AuditEntry } from './audit-search.ts'
import { actorName, deed } from './audit-sentence.ts'

const AuditPanel = late(() => import('./audit-panel.tsx'), 'AuditPanel')

const columnsOf = (open: (entry: AuditEntry) => void): readonly Column<AuditEntry>[] => [
  {
    id: 'what',
    header: 'What happened',
    className: 'w-full',
    cell: (entry) => (
      <span className="block min-w-0">
        <button
          type="button"
          onClick={() => open(entry)}
          className={cn(rowLinkClass, 'text-left font-normal [overflow-wrap:anywhere]')}
        >
          <span className="font-medium">{actorName(entry.actor)}</span> {deed(entry)}
        </button>
        <span className="block text-muted text-sm sm:hidden">
          <RelativeTime value={entry.created_at} />
          {entry.address && ` from ${entry.address}`}
        </span>
      </span>
    ),
  },
  {
    id: 'address',
    header: 'Address',
    from: 'sm',
    className: 'whitespace-nowrap text-muted tabular-nums',
    cell: ({ address }) => address ?? '–',
  },
  {
    id: 'when',
    header: 'When',
    from: 'sm',
    className: 'whitespace-nowrap text-right text-muted',
    cell: ({ created_at }) => <RelativeTime value={created_at} />,
  },
]

interface AuditTableProps {
  entries: readonly AuditEntry[] | undefined
  /** Whether the entries are those of the previous filters, shown while the new ones are loading. */
  isStale: boolean
}

export function AuditTable({ entries, isStale }: AuditTableProps) {
  const [opened, setOpened] = useState<AuditEntry>()
  const columns = columnsOf(setOpened)
  return (
    <>
      <DataTable label="Audit log" columns={columns} rows={entries} rowKey={({ id }) => id} linked stale={isStale} />
      {opened && <AuditPanel entry={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}
