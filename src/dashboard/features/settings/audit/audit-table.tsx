import { type Column, DataTable } from '#dashboard/components/data-table.tsx'
import { RelativeTime } from '#dashboard/ui/relative-time.tsx'
import type { AuditEntry } from './audit-search.ts'
import { actorName, deed } from './audit-sentence.ts'

const columns: readonly Column<AuditEntry>[] = [
  {
    id: 'what',
    header: 'What happened',
    className: 'w-full',
    cell: (entry) => (
      <span className="block min-w-0">
        <span className="block [overflow-wrap:anywhere]" title={entry.target.id}>
          <span className="font-medium">{actorName(entry.actor)}</span> {deed(entry)}
        </span>
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
  return <DataTable label="Audit log" columns={columns} rows={entries} rowKey={({ id }) => id} stale={isStale} />
}
