import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import { pollWhile } from '#dashboard/api/poll-while.ts'
import { useOrganization } from '#dashboard/api/session.ts'
import { ErrorNotice, ErrorState } from '#dashboard/components/error-state.tsx'
import { Page } from '#dashboard/components/page.tsx'
import { late } from '#dashboard/lib/late.tsx'
import { buttonVariants } from '#dashboard/ui/button.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { type CrawlMemory, useCrawlMemory } from './crawl-memory.ts'
import { type RunState, useRunState } from './crawl-run.ts'
import type { CrawlSearch } from './crawl-search.ts'
import { StepList } from './step-list.tsx'
import { WatchStep } from './watch-step.tsx'

const skeleton = <Skeleton className="h-96 w-full rounded-lg" />
const ChooseStep = late(async () => (await import('./choose-step.tsx')).ChooseStep, skeleton)
const CreateStep = late(async () => (await import('./create-step.tsx')).CreateStep, skeleton)
const TrainStep = late(async () => (await import('./train-step.tsx')).TrainStep, skeleton)

const route = getRouteApi('/_app/crawls/$taskId')
const PACE = { ms: 1_000, max: 6_000, live: 2_500 }
const names = { choose: 'Choose', create: 'Create', train: 'Train' } as const

/** One crawl's way from discovery to trained sources. Opened again, it shows the step one was at. */
export function CrawlPage() {
  const { taskId } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const organization = useOrganization()
  const memory = useCrawlMemory(taskId)
  const params = { organization: organization.id, taskId }
  const report = useQuery({
    ...api.getCrawlReport.queryOptions({ params }),
    refetchInterval: pollWhile(({ state }) => !state.error && isUnderWay(state.data?.status), PACE),
  })
  const found = useQuery({
    ...api.getCrawl.queryOptions({ params }),
    enabled: report.data?.status === 'completed',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const change = (changed: CrawlSearch, replace = false) =>
    void navigate({ search: (now) => ({ ...now, ...changed }), replace, resetScroll: 'step' in changed })
  const { phase } = useRunState(taskId)
  const step = stepOf(memory, phase, search.step)
  const done = report.data?.status === 'completed'
  const urls = found.data?.result?.urls
  return (
    <Page
      title={report.data ? new URL(report.data.url).host : 'Crawl'}
      description={report.data && new URL(report.data.url).pathname !== '/' ? report.data.url : undefined}
      breadcrumb={
        <Link to="/crawls" className="hover:text-ink">
          Crawls
        </Link>
      }
      tabs={<StepList current={done ? names[step] : 'Discover'} />}
    >
      {report.error && !report.data ? (
        <ErrorState
          error={report.error}
          onRetry={() => void report.refetch()}
          action={
            <Link to="/crawls" className={buttonVariants()}>
              All crawls
            </Link>
          }
        />
      ) : !report.data ? (
        <Skeleton className="h-40 w-full rounded-lg" />
      ) : !done ? (
        <WatchStep report={report.data} agent={search.agent} />
      ) : found.error && !urls ? (
        <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />
      ) : !urls ? (
        skeleton
      ) : step === 'choose' ? (
        <ChooseStep
          taskId={taskId}
          url={report.data.url}
          urls={urls}
          skipped={report.data.skipped}
          search={search}
          onChange={change}
        />
      ) : step === 'create' ? (
        <CreateStep taskId={taskId} urls={urls} />
      ) : (
        <TrainStep taskId={taskId} urls={urls} onChange={change} />
      )}
    </Page>
  )
}

/** Where one left off, or back at choosing unless sources are being created this moment. */
function stepOf({ run }: CrawlMemory, phase: RunState['phase'], asked: 'choose' | undefined) {
  if (phase === 'running' || phase === 'paused') return 'create'
  if (!run || asked) return 'choose'
  return run.finished ? 'train' : 'create'
}

const isUnderWay = (status: string | undefined) =>
  status === undefined || status === 'pending' || status === 'processing'
