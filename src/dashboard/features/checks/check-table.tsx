import { Link } from '@tanstack/react-router'
import { type Column, DataTable, rowLinkClass } from '#dashboard/components/data-table.tsx'
import { VerdictBadge } from '#dashboard/components/evaluation/verdict-badge.tsx'
import type { CheckRow } from './check-rows.ts'
import { expectations, whyFailed } from './expectation.ts'

const columns: readonly Column<CheckRow>[] = [
  { id: 'outcome', header: 'Outcome', from: 'sm', cell: ({ outcome }) => <VerdictBadge verdict={outcome} /> },
  {
    id: 'question',
    header: 'Question',
    className: 'w-full max-w-0',
    cell: ({ check, outcome, result }) => (
      <>
        <Link
          from="/agents/$agentId/knowledge/checks"
          to="."
          search={(search) => ({ ...search, check: check.id })}
          resetScroll={false}
          className={rowLinkClass}
        >
          <span className="block truncate" dir="auto">
            {check.question}
          </span>
        </Link>
        {result?.verdict === 'failed' && (
          <span className="block truncate text-muted text-sm">{whyFailed(result)[0]}</span>
        )}
        <span className="mt-1 flex sm:hidden">
          <VerdictBadge verdict={outcome} />
        </span>
      </>
    ),
  },
  {
    id: 'expects',
    header: 'Expected',
    from: 'md',
    className: 'whitespace-nowrap text-muted',
    cell: ({ check }) => expectations[check.expects].title,
  },
]

export function CheckTable({ rows }: { rows: readonly CheckRow[] | undefined }) {
  return <DataTable label="Checks" columns={columns} rows={rows} rowKey={({ check }) => check.id} linked />
}
