import { getRouteApi, Link } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import { useAgents } from '#dashboard/api/use-agents.ts'
import { Card } from '#dashboard/components/card.tsx'
import { ErrorNotice, ErrorState } from '#dashboard/components/error-state.tsx'
import { Page } from '#dashboard/components/page.tsx'
import { late } from '#dashboard/lib/late.tsx'
import { someText } from '#dashboard/lib/search.ts'
import { counted } from '#dashboard/lib/sizes.ts'
import { withoutScheme } from '#dashboard/lib/without-scheme.ts'
import { Button, buttonVariants } from '#dashboard/ui/button.tsx'
import { RelativeTime } from '#dashboard/ui/relative-time.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { Spinner } from '#dashboard/ui/spinner.tsx'
import { CrawlState, starterOf } from './crawl-table.tsx'
import { useCrawl } from './use-crawls.ts'

const route = getRouteApi('/_app/crawls/$taskId')
const CrawlPages = late(
  () => import('./crawl-pages.tsx'),
  'CrawlPages',
  <Skeleton className="h-96 w-full rounded-lg" />,
)
const LeftOut = late(() => import('./left-out.tsx'), 'LeftOut')

/** A crawl from its start until its pages are learnt. The address says which, and for which agent, so it can be left. */
export function CrawlPage() {
  const { taskId } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { crawl, full } = useCrawl(taskId)
  const { data: agents, ...list } = useAgents()
  const usable = agents?.filter(({ is_disabled }) => !is_disabled) ?? []
  const agent = usable.find(({ id }) => id === search.agent) ?? (usable.length === 1 ? usable[0] : undefined)
  const error = crawl.error ?? full.error ?? list.error
  const retry = () => void Promise.all([crawl.refetch(), full.refetch(), list.refetch()])
  const breadcrumb = (
    <Link to="/crawls" className="hover:text-ink max-sm:-my-2.5 max-sm:inline-block max-sm:py-2.5">
      Websites
    </Link>
  )
  if (!crawl.data || !full.data || !agents)
    return (
      <Page title="Crawl" breadcrumb={breadcrumb}>
        {error ? <ErrorState error={error} onRetry={retry} /> : <Skeleton className="h-96 w-full rounded-lg" />}
      </Page>
    )
  const { status, result, error: problem } = crawl.data
  const { url, found, left_out, created_at } = full.data
  return (
    <Page
      title={withoutScheme(url)}
      breadcrumb={breadcrumb}
      badges={<CrawlState status={status} />}
      description={
        <>
          {starterOf(full.data)} <RelativeTime value={created_at} />
        </>
      }
    >
      {error && <ErrorNotice error={error} onRetry={retry} />}
      {status === 'failed' ? (
        <Failed url={url} problem={problem} />
      ) : result ? (
        <CrawlPages
          key={`${taskId} ${agent?.id}`}
          urls={result.urls}
          seed={url}
          agents={usable}
          agent={agent}
          find={someText(search.find) ?? ''}
          onChange={(changed) =>
            void navigate({ search: (now) => ({ ...now, ...changed }), resetScroll: false, replace: true })
          }
        />
      ) : (
        <Card title="Looking for pages" description="This goes on by itself: you can leave and come back.">
          <p className="flex items-center gap-2 text-muted tabular-nums" aria-live="polite">
            <Spinner /> {counted(found, 'page')} found so far
          </p>
        </Card>
      )}
      {status !== 'failed' && <LeftOut all={left_out} />}
    </Page>
  )
}

/** Why a crawl has failed, and a way to try again. */
function Failed({ url, problem }: { url: string; problem: string | undefined }) {
  const navigate = route.useNavigate()
  const again = api.startCrawl.useMutation({
    onSuccess: ({ task_id }) => void navigate({ params: { taskId: task_id } }),
  })
  return (
    <Card title="This website could not be read" description={problem}>
      {again.error && <ErrorNotice error={again.error} act="The crawl was not started" className="mb-3" />}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" pending={again.isPending} onClick={() => again.mutate({ body: { url } })}>
          Try again
        </Button>
        <Link to="/crawls" className={buttonVariants()}>
          Another address
        </Link>
      </div>
    </Card>
  )
}
