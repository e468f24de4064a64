import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import type { TrainingStatus } from '#contract/enums.ts'
import type { Data } from '#contract/index.ts'
import { call } from '#dashboard/api/client.ts'
import { pollWhile } from '#dashboard/api/poll-while.ts'
import type { ListPage } from '#dashboard/api/types.ts'
import { Card } from '#dashboard/components/card.tsx'
import { NotLoaded } from '#dashboard/components/not-loaded.tsx'
import { counted } from '#dashboard/lib/sizes.ts'
import { buttonVariants } from '#dashboard/ui/button.tsx'
import { Progress } from '#dashboard/ui/progress.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'

const PACE = { ms: 2_000, max: 20_000, live: 4_000 }
const MOST = 100 // sources that the server lists at once

interface CrawlLearningProps {
  agent: { id: string; name: string }
  /** The pages of a crawl that are sources of the agent's. */
  urls: readonly string[]
}

/** How far an agent has learnt the pages of a crawl, and which of them it could not. */
export function CrawlLearning({ agent, urls }: CrawlLearningProps) {
  const states = useTraining(agent.id)
  if (!states.data) return <NotLoaded query={states} placeholder={<Skeleton className="h-28 w-full rounded-lg" />} />
  const { pending, processing, failed } = states.data
  const own = new Set(urls)
  /** Of more sources than one page of the list holds, all count, so that the number is never too small. */
  const countOf = ({ data, meta }: ListPage<Data<'getFullSource'>>) =>
    meta.total > MOST
      ? Math.min(meta.total, urls.length)
      : data.filter(({ url }) => url !== null && own.has(url)).length
  const waiting = Math.min(urls.length, countOf(pending) + countOf(processing))
  const notLearnt = failed.data.filter(({ url }) => url !== null && own.has(url))
  const done = urls.length - waiting
  return (
    <Card
      title={
        waiting > 0 ? (
          `${agent.name} is learning`
        ) : (
          <span className="flex items-center gap-1.5">
            <Check aria-hidden className="size-4 text-success" />
            {agent.name} has learnt {counted(urls.length - notLearnt.length, 'page')}
          </span>
        )
      }
      description={waiting > 0 && 'This goes on by itself: you can leave and come back.'}
    >
      {waiting > 0 ? (
        <>
          <Progress value={(100 * done) / urls.length} label="Pages learnt" />
          <p className="mt-3 text-muted tabular-nums" aria-live="polite">
            {done.toLocaleString()} of {counted(urls.length, 'page')} done
          </p>
        </>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Link
            to="/agents/$agentId/playground"
            params={{ agentId: agent.id }}
            className={buttonVariants({ variant: 'primary' })}
          >
            Try its answers
          </Link>
          <Link to="/agents/$agentId/knowledge/sources" params={{ agentId: agent.id }} className={buttonVariants()}>
            All sources
          </Link>
        </div>
      )}
      {notLearnt.length > 0 && (
        <ul aria-label="Pages that failed" className="mt-4 flex flex-col gap-2 text-sm">
          {notLearnt.map(({ id, url, error }) => (
            <li key={id}>
              <span className="block break-all font-mono">{url}</span>
              <span className="text-pretty text-danger">{error}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** The agent's pages that are not learnt, by the state of their training; read again while some are being learnt. */
function useTraining(agent: string) {
  return useQuery({
    queryKey: ['listFullSources', { agent }, 'training'],
    async queryFn({ signal }) {
      const of = (status: TrainingStatus) =>
        call('listFullSources', { params: { agent }, query: { type: 'url', status, per_page: MOST } }, { signal })
      const [pending, processing, failed] = await Promise.all([of('pending'), of('processing'), of('failed')])
      return { pending, processing, failed }
    },
    refetchInterval: pollWhile<Polled>(
      ({ state: { data } }) => data !== undefined && data.pending.meta.total + data.processing.meta.total > 0,
      PACE,
    ),
  })
}

type List = { meta: { total: number } }
type Polled = Parameters<ReturnType<typeof pollWhile>>[0] & {
  state: { data: { pending: List; processing: List } | undefined }
}
