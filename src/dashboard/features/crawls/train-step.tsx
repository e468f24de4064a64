import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import { type ReactNode, useMemo } from 'react'
import { api } from '#dashboard/api/api.ts'
import { pollWhile } from '#dashboard/api/poll-while.ts'
import { Card } from '#dashboard/components/card.tsx'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { cn } from '#dashboard/lib/cn.ts'
import { counted } from '#dashboard/lib/sizes.ts'
import { Button, buttonVariants } from '#dashboard/ui/button.tsx'
import { Progress } from '#dashboard/ui/progress.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { type CrawlRun, useCrawlMemory } from './crawl-memory.ts'
import type { CrawlSearch } from './crawl-search.ts'
import type { PageSource } from './failed-pages.tsx'
import { FailedPages } from './failed-pages.tsx'
import { readRanges } from './index-ranges.ts'
import { RefusedPages } from './refused-pages.tsx'
import { stepFocus } from './step-focus.ts'

interface TrainStepProps {
  taskId: string
  urls: readonly string[]
  onChange: (changed: CrawlSearch) => void
}

const MANY = 1_000 // from so many sources on, the list is asked for less often

/** The new sources being trained on, counted, with those that failed. */
export function TrainStep({ taskId, urls, onChange }: TrainStepProps) {
  const { run } = useCrawlMemory(taskId)
  if (!run) return null
  return <Training run={run} urls={urls} onChooseMore={() => onChange({ step: 'choose' })} />
}

interface TrainingProps {
  run: CrawlRun
  urls: readonly string[]
  onChooseMore: () => void
}

function Training({ run, urls, onChooseMore }: TrainingProps) {
  const ours = useMemo(() => {
    const pages = readRanges(run.pages, urls.length).slice(0, run.done)
    return new Set(pages.map((index) => urls[index]))
  }, [run.pages, run.done, urls])
  const pace = ours.size > MANY ? { ms: 6_000, max: 30_000 } : { ms: 1_500, max: 10_000 }
  const sources = useQuery({
    ...api.listSourceUrls.queryOptions({ params: { agent: run.agentId } }),
    staleTime: 0,
    refetchInterval: pollWhile(
      ({ state }) => state.data?.some((source) => ours.has(source.url) && isTraining(source)) ?? true,
      pace,
    ),
  })
  // A list from before these were created would say that there is nothing to train on.
  const known = sources.dataUpdatedAt >= (run.finishedAt ?? 0) ? sources.data : undefined
  const mine = useMemo(() => known?.filter(({ url }) => ours.has(url)), [known, ours])
  if (!mine)
    return sources.error ? (
      <ErrorNotice error={sources.error} onRetry={() => void sources.refetch()} />
    ) : (
      <Skeleton className="h-40 w-full rounded-lg" />
    )
  const count = (status: PageSource['status']) => mine.filter((source) => source.status === status).length
  const failed = mine.filter(({ status }) => status === 'failed')
  const trained = count('completed')
  const ended = trained + failed.length
  const done = ended === mine.length
  return (
    <Card
      ref={stepFocus}
      data-step
      title={done ? 'Training is over' : `Training on ${counted(mine.length, 'page')}`}
      description={done ? outcome(trained, failed.length) : 'It goes on by itself: you can leave and come back.'}
      footer={
        <>
          <Button className="max-sm:w-full" onClick={onChooseMore}>
            Choose more pages
          </Button>
          <Link
            to="/agents/$agentId/sources"
            params={{ agentId: run.agentId }}
            search={{}}
            className={cn(buttonVariants({ variant: done ? 'primary' : 'secondary' }), 'max-sm:w-full')}
          >
            All sources of this agent
          </Link>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <Progress value={mine.length > 0 ? (100 * ended) / mine.length : 100} label="Pages trained on" />
        <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4" aria-live="polite">
          <Figure
            label="Trained"
            value={trained}
            icon={done && <Check aria-hidden className="size-4 text-success" />}
          />
          <Figure label="In training" value={count('processing')} />
          <Figure label="Waiting" value={count('pending')} />
          <Figure label="Failed" value={failed.length} bad={failed.length > 0} />
        </dl>
        {sources.error && <ErrorNotice error={sources.error} onRetry={() => void sources.refetch()} />}
        <FailedPages agentId={run.agentId} failed={failed} />
        <RefusedPages refused={run.refused} />
      </div>
    </Card>
  )
}

function outcome(trained: number, failed: number): string {
  if (trained === 0 && failed === 0) return 'None of these pages is a source any more.'
  return failed === 0
    ? 'The agent answers from all of these pages.'
    : `The agent answers from ${counted(trained, 'page')}; ${counted(failed, 'page')} could not be read.`
}

const isTraining = ({ status }: PageSource) => status === 'pending' || status === 'processing'

function Figure({ label, value, bad, icon }: { label: string; value: number; bad?: boolean; icon?: ReactNode }) {
  return (
    <div>
      <dt className="text-muted text-sm">{label}</dt>
      <dd className={cn('flex items-center gap-1.5 font-semibold text-lg tabular-nums', bad && 'text-danger')}>
        {value.toLocaleString()}
        {icon}
      </dd>
    </div>
  )
}
