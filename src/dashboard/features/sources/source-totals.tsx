import type { SourceType, TrainingStatus } from '#contract/enums.ts'
import { api } from '#dashboard/api/api.ts'
import { pollWhile } from '#dashboard/api/poll-while.ts'
import { cn } from '#dashboard/lib/cn.ts'
import { counted, shortCount } from '#dashboard/lib/sizes.ts'
import { statusLabels } from './source-status.tsx'

const PACE = { ms: 2_000, max: 20_000, live: 8_000 }
const ORDER: readonly TrainingStatus[] = ['failed', 'processing', 'pending', 'completed']

interface SourceTotalsProps {
  agentId: string
  type: SourceType | undefined
  status: TrainingStatus | undefined
  onChoose: (status: TrainingStatus | undefined) => void
}

/** Shows how many sources of the chosen type there are, in total and by state. A click on a state filters the list. */
export function SourceTotals({ agentId, type, status, onChoose }: SourceTotalsProps) {
  const totals = api.getSourceTotals.useQuery({
    params: { agent: agentId },
    query: { type },
    refetchInterval: pollWhile(({ state }) => !!state.data && state.data.pending + state.data.processing > 0, PACE),
  })
  if (!totals.data) return <p className="h-6" />
  const { data } = totals
  const all = ORDER.reduce((sum, one) => sum + data[one], 0)
  return (
    <p className="flex min-h-6 flex-wrap items-center gap-x-1 gap-y-1 text-muted text-sm tabular-nums">
      <span className="mr-1">{counted(all, 'source')}</span>
      {ORDER.filter((one) => data[one] > 0).map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={status === one}
          onClick={() => onChoose(status === one ? undefined : one)}
          className={cn(
            'rounded-sm px-1.5 leading-6 hover:bg-hover hover:text-ink aria-pressed:bg-hover aria-pressed:text-ink',
            one === 'failed' && 'text-danger',
          )}
        >
          {shortCount(data[one])} {statusLabels[one].toLowerCase()}
        </button>
      ))}
    </p>
  )
}
