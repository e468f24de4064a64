import { Link } from '@tanstack/react-router'
import type { TrainingStatus } from '#contract/enums.ts'
import { type Column, DataTable, rowLinkClass } from '#dashboard/components/data-table.tsx'
import { counted } from '#dashboard/lib/sizes.ts'
import { Badge, type BadgeTone } from '#dashboard/ui/badge.tsx'
import { RelativeTime } from '#dashboard/ui/relative-time.tsx'
import type { Crawl } from './use-crawls.ts'

const states: Record<TrainingStatus, { label: string; tone: BadgeTone }> = {
  pending: { label: 'Waiting', tone: 'neutral' },
  processing: { label: 'Looking', tone: 'ai' },
  completed: { label: 'Done', tone: 'success' },
  failed: { label: 'Could not be read', tone: 'danger' },
}

const columns: readonly Column<Crawl>[] = [
  {
    id: 'url',
    header: 'Began at',
    className: 'w-full max-w-0',
    cell: (crawl) => (
      <>
        <Link to="/crawls/$taskId" params={{ taskId: crawl.task_id }} className={rowLinkClass}>
          <span className="block truncate">{crawl.url}</span>
        </Link>
        <span className="block truncate text-muted text-sm">{starterOf(crawl)}</span>
        <span className="mt-1 flex flex-wrap items-center gap-2 text-muted text-sm sm:hidden">
          <CrawlState status={crawl.status} />
          {counted(crawl.found, 'page')}
          <RelativeTime value={crawl.created_at} className="relative" />
        </span>
      </>
    ),
  },
  {
    id: 'state',
    header: 'State',
    from: 'sm',
    className: 'whitespace-nowrap',
    cell: ({ status }) => <CrawlState status={status} />,
  },
  {
    id: 'found',
    header: 'Found',
    from: 'sm',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ found }) => counted(found, 'page'),
  },
  {
    id: 'started',
    header: 'Started',
    from: 'md',
    className: 'whitespace-nowrap text-muted',
    cell: ({ created_at }) => <RelativeTime value={created_at} className="relative" />,
  },
]

/** A table of crawls, each of which leads to its screen. Undefined while they are loading. */
export function CrawlTable({ crawls, stale }: { crawls: readonly Crawl[] | undefined; stale: boolean }) {
  return (
    <DataTable
      label="Crawls"
      columns={columns}
      rows={crawls}
      rowKey={({ task_id }) => task_id}
      skeletonRows={3}
      stale={stale}
      linked
    />
  )
}

export function CrawlState({ status }: { status: TrainingStatus }) {
  const { label, tone } = states[status]
  return <Badge tone={tone}>{label}</Badge>
}

/** Who has started a crawl, as a phrase. */
export function starterOf({ started_by }: Pick<Crawl, 'started_by'>): string {
  if (!started_by) return 'Started by somebody who is not known any more'
  return started_by.type === 'key' ? `Started by the API key “${started_by.name}”` : `Started by ${started_by.name}`
}
