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
import { type CrawlDraft, useCrawlDraft } from './crawl-draft.ts'
import { type RunState, useRunState } from './crawl-run.ts'
import type { CrawlSearch } from './crawl-search.ts'
import { isTraining, type PageSource } from './page-source.ts'
import { RefusedPages } from './refused-pages.tsx'
import { StepList } from './step-list.tsx'
import { WatchStep } from './watch-step.tsx'

const skeleton = <Skeleton className="h-96 w-full rounded-lg" />
const ChooseStep = late(() => import('./choose-step.tsx'), 'ChooseStep', skeleton)
const CreateStep = late(() => import('./create-step.tsx'), 'CreateStep', skeleton)
const TrainStep = late(() => import('./train-step.tsx'), 'TrainStep', skeleton)

const route = getRouteApi('/_app/crawls/$taskId')
const PACE = { ms: 1_000, max: 6_000, live: 2_500 }
const TRAINING_PACE = { ms: 1_500, max: 30_000 }
const names = { choose: 'Choose', create: 'Create', train: 'Train' } as const

/** The screen of one crawl, from discovery to trained sources. It opens at the step that has been reached. */
export function CrawlPage() {
  const { taskId } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const organization = useOrganization()
  const draft = useCrawlDraft(taskId)
  const params = { organization: organization.id, taskId }
  const crawl = useQuery({
    ...api.getFullCrawl.queryOptions({ params }),
    // The result of a crawl that has ended never changes.
    staleTime: ({ state }) => (isUnderWay(state.data?.status) ? 0 : Number.POSITIVE_INFINITY),
    refetchInterval: pollWhile(({ state }) => !state.error && isUnderWay(state.data?.status), PACE),
  })
  const sources = useQuery({
    ...api.listCrawlSources.queryOptions({ params }),
    enabled: crawl.data?.status === 'completed',
    refetchInterval: pollWhile(({ state }) => state.data?.some(isTraining) ?? false, TRAINING_PACE),
  })
  const change = (changed: CrawlSearch, replace = false) =>
    void navigate({ search: (now) => ({ ...now, ...changed }), replace, resetScroll: 'step' in changed })
  const { phase } = useRunState(taskId)
  const made = ofOneAgent(sources.data ?? [], search.agent)
  const step = stepOf(draft, phase, made, search.step)
  const done = crawl.data?.status === 'completed'
  return (
    <Page
      title={crawl.data ? new URL(crawl.data.url).host : 'Crawl'}
      description={crawl.data && new URL(crawl.data.url).pathname !== '/' ? crawl.data.url : undefined}
      breadcrumb={
        <Link to="/crawls" className="hover:text-ink">
          Crawls
        </Link>
      }
      tabs={<StepList current={done ? names[step] : 'Discover'} />}
    >
      {crawl.error && !crawl.data ? (
        <ErrorState
          error={crawl.error}
          onRetry={() => void crawl.refetch()}
          action={
            <Link to="/crawls" className={buttonVariants()}>
              All crawls
            </Link>
          }
        />
      ) : !crawl.data ? (
        <Skeleton className="h-40 w-full rounded-lg" />
      ) : !done ? (
        <WatchStep crawl={crawl.data} agent={search.agent} />
      ) : sources.error && !sources.data ? (
        <ErrorNotice error={sources.error} onRetry={() => void sources.refetch()} />
      ) : !sources.data ? (
        skeleton
      ) : step === 'choose' ? (
        <>
          <RefusedPages refused={draft.refused ?? []} />
          <ChooseStep
            taskId={taskId}
            url={crawl.data.url}
            urls={crawl.data.urls}
            skipped={crawl.data.skipped}
            search={search}
            onChange={change}
          />
        </>
      ) : step === 'create' ? (
        <CreateStep taskId={taskId} urls={crawl.data.urls} />
      ) : (
        <TrainStep
          sources={made}
          error={sources.error}
          onRetry={() => void sources.refetch()}
          refused={draft.refused ?? []}
          onChange={change}
        />
      )}
    </Page>
  )
}

/**
 * The step to show: that of this tab's unfinished work, or else the one the crawl has reached. `asked` goes back to
 * choosing, unless sources are being created.
 */
function stepOf(
  { run }: CrawlDraft,
  phase: RunState['phase'],
  made: readonly PageSource[],
  asked: 'choose' | undefined,
) {
  if (phase === 'running') return 'create'
  if (asked) return 'choose'
  if (run) return 'create'
  return made.length > 0 ? 'train' : 'choose'
}

/** Sources of one agent: the one asked for if it has any, or else the one with the newest source. */
function ofOneAgent(sources: readonly PageSource[], asked: string | undefined): readonly PageSource[] {
  const agent = sources.some(({ agent_id }) => agent_id === asked) ? asked : sources.at(-1)?.agent_id
  return sources.filter(({ agent_id }) => agent_id === agent)
}

const isUnderWay = (status: string | undefined) =>
  status === undefined || status === 'pending' || status === 'processing'
