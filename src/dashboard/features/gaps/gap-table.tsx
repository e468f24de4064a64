import { Link } from '@tanstack/react-router'
import { type Column, DataTable, rowLinkClass } from '#dashboard/components/data-table.tsx'
import { RelativeTime } from '#dashboard/ui/relative-time.tsx'
import type { Gap } from './gap-search.ts'
import { GapStateBadge } from './gap-state.tsx'

const columns: readonly Column<Gap>[] = [
  {
    id: 'question',
    header: 'Question',
    className: 'w-full max-w-0',
    cell: (gap) => (
      <>
        <Link
          from="/agents/$agentId/knowledge/gaps"
          to="."
          search={(search) => ({ ...search, gap: gap.id })}
          resetScroll={false}
          className={rowLinkClass}
        >
          <span className="block truncate" dir="auto">
            {gap.question}
          </span>
        </Link>
        <span className="mt-1 flex gap-2 text-muted text-sm sm:hidden">
          <span>{asked(gap.count)}</span>
          <RelativeTime value={gap.last_at} className="relative ml-auto whitespace-nowrap" />
        </span>
      </>
    ),
  },
  { id: 'state', header: 'State', from: 'md', cell: ({ state }) => <GapStateBadge state={state} /> },
  {
    id: 'count',
    header: 'Asked',
    from: 'sm',
    className: 'text-right',
    cell: ({ count }) => count.toLocaleString(),
  },
  {
    id: 'visitors',
    header: 'Visitors',
    from: 'md',
    className: 'text-right',
    cell: ({ visitors }) => visitors.toLocaleString(),
  },
  {
    id: 'last',
    header: 'Last',
    from: 'sm',
    className: 'whitespace-nowrap text-right text-muted',
    cell: ({ last_at }) => <RelativeTime value={last_at} className="relative" />,
  },
]

const asked = (count: number) => (count === 1 ? 'asked once' : `asked ${count.toLocaleString()} times`)

export function GapTable({ gaps, stale }: { gaps: readonly Gap[] | undefined; stale: boolean }) {
  return <DataTable label="Gaps" columns={columns} rows={gaps} rowKey={({ id }) => id} linked stale={stale} />
}
