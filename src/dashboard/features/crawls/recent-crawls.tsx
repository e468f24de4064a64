import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Data } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'
import { pollWhile } from '#dashboard/api/poll-while.ts'
import { useOrganization } from '#dashboard/api/session.ts'
import { type Column, DataTable, rowLinkClass } from '#dashboard/components/data-table.tsx'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { counted } from '#dashboard/lib/sizes.ts'
import { Badge } from '#dashboard/ui/badge.tsx'
import { RelativeTime } from '#dashboard/ui/relative-time.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'

const PACE = { ms: 3_000, max: 30_000, live: 20_000 }

type Crawl = Data<'listCrawls'>[number]

interface RecentCrawlsProps {
  /** Id of the agent from whose screen one came. */
  agentId: string | undefined
}

/** Lists the organization's latest crawls. A crawl opens at the step it has reached. */
export function RecentCrawls({ agentId }: RecentCrawlsProps) {
  const organization = useOrganization()
  const crawls = useQuery({
    ...api.listCrawls.queryOptions({ params: { organization: organization.id } }),
    refetchInterval: pollWhile(({ state }) => state.data?.some(isUnderWay) ?? false, PACE),
  })
  const columns: readonly Column<Crawl>[] = [
    {
      id: 'url',
      header: 'Website',
      className: 'w-full max-w-0',
      cell: (crawl) => (
        <>
          <Link
            to="/crawls/$taskId"
            params={{ taskId: crawl.task_id }}
            search={{ agent: agentId }}
            className={rowLinkClass}
          >
            <span className="block truncate">{crawl.url}</span>
          </Link>
          {crawl.error !== null && <p className="text-pretty text-danger text-sm">{crawl.error}</p>}
          <div className="mt-1 flex flex-wrap items-center gap-2 text-muted text-sm sm:hidden">
            <CrawlState crawl={crawl} />
            <RelativeTime value={crawl.created_at} className="relative" />
          </div>
        </>
      ),
    },
    {
      id: 'state',
      header: 'State',
      from: 'sm',
      className: 'whitespace-nowrap',
      cell: (crawl) => <CrawlState crawl={crawl} />,
    },
    {
      id: 'started',
      header: 'Started',
      from: 'sm',
      className: 'whitespace-nowrap text-muted',
      cell: (crawl) => <RelativeTime value={crawl.created_at} className="relative" />,
    },
  ]
  if (crawls.data?.length === 0) return null
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-semibold">Recent</h2>
      {crawls.error && !crawls.data ? (
        <ErrorNotice error={crawls.error} onRetry={() => void crawls.refetch()} />
      ) : crawls.data ? (
        <DataTable
          label="Recent crawls"
          columns={columns}
          rows={crawls.data}
          rowKey={({ task_id }) => task_id}
          linked
        />
      ) : (
        <Skeleton className="h-40 w-full rounded-lg" />
      )}
    </section>
  )
}

function CrawlState({ crawl: { status, found, sources } }: { crawl: Crawl }) {
  const { total, trained, failed } = sources
  if (total > trained + failed) return <Badge tone="ai">{`${trained} of ${counted(total, 'source')} trained`}</Badge>
  if (failed > 0) return <Badge tone="warning">{`${counted(total, 'source')}, ${failed} failed`}</Badge>
  if (total > 0) return <Badge tone="success">{counted(total, 'source')} trained</Badge>
  switch (status) {
    case 'failed':
      return <Badge tone="danger">Failed</Badge>
    case 'completed':
      return <Badge>{counted(found, 'page')} found</Badge>
    default:
      return <Badge tone="ai">Looking, {counted(found, 'page')}</Badge>
  }
}

const isUnderWay = ({ status, sources: { total, trained, failed } }: Crawl) =>
  status === 'pending' || status === 'processing' || total > trained + failed
