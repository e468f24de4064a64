import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import X from 'lucide-react/icons/x'
import { api } from '#dashboard/api/api.ts'
import { isApiError } from '#dashboard/api/api-error.ts'
import { pollWhile } from '#dashboard/api/poll-while.ts'
import { useOrganization } from '#dashboard/api/session.ts'
import { type Column, DataTable, rowLinkClass } from '#dashboard/components/data-table.tsx'
import { counted } from '#dashboard/lib/sizes.ts'
import { Badge } from '#dashboard/ui/badge.tsx'
import { IconButton } from '#dashboard/ui/icon-button.tsx'
import { RelativeTime } from '#dashboard/ui/relative-time.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { forgetCrawl, type RecentCrawl, useCrawlMemory } from './crawl-memory.ts'

const PACE = { ms: 3_000, max: 30_000, live: 20_000 }

interface RecentCrawlsProps {
  crawls: readonly RecentCrawl[]
  /** The agent one came from. */
  agentId: string | undefined
}

/** Crawls started in this browser; each opens where one left off. */
export function RecentCrawls({ crawls, agentId }: RecentCrawlsProps) {
  const organization = useOrganization()
  const columns: readonly Column<RecentCrawl>[] = [
    {
      id: 'url',
      header: 'Website',
      className: 'w-full max-w-0',
      cell: (crawl) => (
        <>
          <Link
            to="/crawls/$taskId"
            params={{ taskId: crawl.taskId }}
            search={{ agent: agentId }}
            className={rowLinkClass}
          >
            <span className="block truncate">{crawl.url}</span>
          </Link>
          <CrawlProblem crawl={crawl} />
          <div className="mt-1 flex items-center gap-2 text-muted text-sm sm:hidden">
            <CrawlState crawl={crawl} />
            <RelativeTime value={crawl.startedAt} className="relative" />
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
      cell: ({ startedAt }) => <RelativeTime value={startedAt} className="relative" />,
    },
    {
      id: 'forget',
      header: <span className="sr-only">Remove</span>,
      className: 'w-0 pl-0',
      cell: ({ taskId, url }) => (
        <IconButton
          icon={X}
          size="sm"
          className="relative"
          label={`Remove ${url} from this list`}
          onClick={() => forgetCrawl(organization.id, taskId)}
        />
      ),
    },
  ]
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-semibold">Recent</h2>
      <DataTable label="Recent crawls" columns={columns} rows={crawls} rowKey={({ taskId }) => taskId} linked />
      <p className="text-pretty text-muted text-sm">
        Started in this browser. Removing one from the list deletes nothing.
      </p>
    </section>
  )
}

function useReport(taskId: string) {
  const organization = useOrganization()
  return useQuery({
    ...api.getCrawlReport.queryOptions({ params: { organization: organization.id, taskId } }),
    refetchInterval: pollWhile(({ state }) => isUnderWay(state.data?.status), PACE),
  })
}

/** Why a crawl failed, in the server's words. */
function CrawlProblem({ crawl: { taskId } }: { crawl: RecentCrawl }) {
  const { data } = useReport(taskId)
  if (data?.status !== 'failed' || data.error === null) return null
  return <p className="text-pretty text-danger text-sm">{data.error}</p>
}

function CrawlState({ crawl: { taskId } }: { crawl: RecentCrawl }) {
  const { run } = useCrawlMemory(taskId)
  const report = useReport(taskId)
  if (run?.finished) return <Badge tone="success">{counted(run.created, 'source')} made</Badge>
  if (run) return <Badge tone="warning">{counted(run.created, 'source')} so far</Badge>
  if (isApiError(report.error, 'resource_not_found')) return <Badge>No longer kept</Badge>
  if (report.error) return <Badge tone="warning">Unknown</Badge>
  if (!report.data) return <Skeleton className="w-20" />
  switch (report.data.status) {
    case 'failed':
      return <Badge tone="danger">Failed</Badge>
    case 'completed':
      return <Badge>{counted(report.data.progress.found, 'page')} found</Badge>
    default:
      return <Badge tone="ai">Looking, {counted(report.data.progress.found, 'page')}</Badge>
  }
}

const isUnderWay = (status: string | undefined) => status === 'pending' || status === 'processing'
