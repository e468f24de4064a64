import type { ReactNode } from 'react'
import type { Data } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'
import { pollWhile } from '#dashboard/api/poll-while.ts'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { cn } from '#dashboard/lib/cn.ts'
import { shortCount } from '#dashboard/lib/sizes.ts'
import { RelativeTime } from '#dashboard/ui/relative-time.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'

const PACE = { ms: 5_000, max: 60_000, live: 60_000 }

/** How many sources an agent has in each state of training. The server counts, so no list has to be loaded. */
export function useSourceTotals(agentId: string) {
  return api.getSourceTotals.useQuery({
    params: { agent: agentId },
    query: {},
    refetchInterval: pollWhile(() => true, PACE),
  })
}

export function useAgentActivity(agentId: string) {
  return api.getAgentActivity.useQuery({ params: { agent: agentId }, refetchInterval: pollWhile(() => true, PACE) })
}

const sumOf = (counts: Data<'getSourceTotals'>) => Object.values(counts).reduce((sum, count) => sum + count, 0)

export function AgentStats({ agentId }: { agentId: string }) {
  const totals = useSourceTotals(agentId)
  const summary = useAgentActivity(agentId)
  const { data } = summary
  const error = totals.error ?? summary.error
  return (
    <>
      {error && <ErrorNotice error={error} onRetry={() => void Promise.all([totals.refetch(), summary.refetch()])} />}
      <dl className="grid grid-cols-2 divide-line rounded-lg border border-line bg-surface max-md:gap-px max-md:overflow-hidden max-md:bg-line md:grid-cols-4 md:divide-x">
        <Stat label="Sources trained">
          {totals.data && (
            <>
              {shortCount(totals.data.completed)}{' '}
              <span className="font-normal text-base text-muted">of {shortCount(sumOf(totals.data))}</span>
            </>
          )}
        </Stat>
        <Stat label="Open conversations">{data && shortCount(data.open)}</Stat>
        <Stat label="Waiting for a person" tone={data && data.waiting > 0 ? 'human' : undefined}>
          {data && shortCount(data.waiting)}
        </Stat>
        <Stat label="Last reply">
          {data &&
            (data.last_reply_at ? (
              <RelativeTime value={data.last_reply_at} />
            ) : (
              <span className="text-muted">None yet</span>
            ))}
        </Stat>
      </dl>
    </>
  )
}

function Stat({ label, tone, children }: { label: string; tone?: 'human' | undefined; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1 bg-surface px-4 py-3 md:first:rounded-l-lg md:last:rounded-r-lg">
      <dt className="text-muted text-sm">{label}</dt>
      <dd className={cn('font-semibold text-lg tabular-nums', tone === 'human' && 'text-human')}>
        {children ?? <Skeleton className="my-1 w-16" />}
      </dd>
    </div>
  )
}
