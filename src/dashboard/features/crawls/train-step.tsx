import { Link } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import { Card } from '#dashboard/components/card.tsx'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { cn } from '#dashboard/lib/cn.ts'
import { counted } from '#dashboard/lib/sizes.ts'
import { Button, buttonVariants } from '#dashboard/ui/button.tsx'
import { Progress } from '#dashboard/ui/progress.tsx'
import type { CrawlSearch } from './crawl-search.ts'
import type { CreateProgress } from './create-sources.ts'
import { FailedPages } from './failed-pages.tsx'
import type { PageSource } from './page-source.ts'
import { RefusedPages } from './refused-pages.tsx'
import { stepFocus } from './step-focus.ts'

interface TrainStepProps {
  /** The sources created, all of one agent; at least one. */
  sources: readonly PageSource[]
  /** Error of the last attempt to refresh the sources. */
  error: unknown
  onRetry: () => void
  refused: CreateProgress['refused']
  onChange: (changed: CrawlSearch) => void
}

/** The step of a crawl that shows the training of the new sources: how many are done, and which failed. */
export function TrainStep({ sources, error, onRetry, refused, onChange }: TrainStepProps) {
  const agentId = sources[0]!.agent_id
  const count = (status: PageSource['status']) => sources.filter((source) => source.status === status).length
  const failed = sources.filter(({ status }) => status === 'failed')
  const trained = count('completed')
  const ended = trained + failed.length
  const done = ended === sources.length
  return (
    <Card
      ref={stepFocus}
      data-step
      title={done ? 'Training is over' : `Training on ${counted(sources.length, 'page')}`}
      description={done ? outcome(trained, failed.length) : 'It goes on by itself: you can leave and come back.'}
      footer={
        <>
          <Button className="max-sm:w-full" onClick={() => onChange({ step: 'choose' })}>
            Choose more pages
          </Button>
          <Link
            to="/agents/$agentId/sources"
            params={{ agentId: agentId }}
            search={{}}
            className={cn(buttonVariants({ variant: done ? 'primary' : 'secondary' }), 'max-sm:w-full')}
          >
            All sources of this agent
          </Link>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <Progress value={(100 * ended) / sources.length} label="Pages trained on" />
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
        {error !== null && <ErrorNotice error={error} onRetry={onRetry} />}
        <FailedPages agentId={agentId} failed={failed} />
        <RefusedPages refused={refused} />
      </div>
    </Card>
  )
}

function outcome(trained: number, failed: number): string {
  return failed === 0
    ? 'The agent answers from all of these pages.'
    : `The agent answers from ${counted(trained, 'page')}; ${counted(failed, 'page')} could not be read.`
}

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
