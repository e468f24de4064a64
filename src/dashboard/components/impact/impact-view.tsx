import { useEffect, useRef, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { pollWhile } from '#dashboard/api/poll-while.ts'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { AskedTwice } from '#dashboard/components/evaluation/asked-twice.tsx'
import { counted } from '#dashboard/lib/sizes.ts'
import { Badge } from '#dashboard/ui/badge.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { Progress } from '#dashboard/ui/progress.tsx'
import { RelativeTime } from '#dashboard/ui/relative-time.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { becomesWords, concernedWords, type Impact, type ImpactChange, inOrder, summaryWords } from './impact-words.ts'

const SHOWN_FIRST = 20
const CALLED = { before: 'Now', after: 'Then', same: 'As now' }

/** What a change would do to past answers. The server begins to find out when this is shown; nobody need wait. */
export function ImpactView({ agentId, change }: { agentId: string; change: ImpactChange }) {
  const start = api.createImpact.useMutation()
  const begin = () => start.mutate({ params: { agent: agentId }, body: change })
  const first = useRef<(() => void) | undefined>(begin)
  useEffect(() => {
    first.current?.()
    first.current = undefined
  }, [])
  const impactId = start.data?.id ?? ''
  const found = api.getImpact.useQuery({
    params: { agent: agentId, impact: impactId },
    enabled: impactId !== '',
    refetchInterval: pollWhile(({ state }) => state.data?.status === 'pending', { ms: 400, max: 2_000, live: 2_000 }),
  })
  const error = start.error ?? found.error
  return (
    <section aria-label="What this would change" className="mt-2 flex flex-col gap-2">
      {error && !found.data ? (
        <ErrorNotice error={error} act="What this would change is not known" onRetry={begin} />
      ) : found.data?.status === 'done' ? (
        <Found change={change} impact={found.data} />
      ) : found.data?.status === 'failed' ? (
        <p role="status">What this would change could not be found out.</p>
      ) : (
        <Looking impact={found.data} />
      )}
    </section>
  )
}

function Looking({ impact }: { impact: Impact | undefined }) {
  if (!impact || impact.total === 0)
    return (
      <div role="status" aria-label="Looking for the answers that this would change">
        <Skeleton className="w-4/5" />
      </div>
    )
  return (
    <>
      <p role="status" className="text-muted text-sm">
        Asking again: {impact.asked.toLocaleString()} of {impact.total.toLocaleString()}. You need not wait.
      </p>
      <Progress value={(100 * impact.asked) / impact.total} label="Answers asked again" />
    </>
  )
}

function Found({ change, impact }: { change: ImpactChange; impact: Impact }) {
  const broken = impact.checks.filter((check) => check.change === 'broke')
  const mended = impact.checks.filter((check) => check.change === 'mended').length
  return (
    <>
      <div role="status" className="flex flex-col gap-1">
        <p>
          {concernedWords(change, impact)}
          {impact.last_cited_at && (
            <>
              {' '}
              The last was given <RelativeTime value={impact.last_cited_at} />.
            </>
          )}
        </p>
        {impact.becomes.length > 0 && <p className="font-medium">{summaryWords(impact).join(' ')}</p>}
        {impact.checks.length > 0 && (
          <p className={broken.length > 0 ? 'font-medium text-danger' : undefined}>
            {broken.length > 0
              ? `${counted(broken.length, 'check')} would fail that ${broken.length === 1 ? 'passes' : 'pass'} now.`
              : 'No check would fail that passes now.'}
            {mended > 0 && ` ${counted(mended, 'check')} would pass that ${mended === 1 ? 'fails' : 'fail'} now.`}
          </p>
        )}
      </div>
      <Changes impact={impact} broken={broken} />
    </>
  )
}

/** The checks that would fail, then the first answers that would change or may; all on demand. Nothing if none. */
function Changes({ impact, broken }: { impact: Impact; broken: Impact['checks'] }) {
  const [isWhole, setIsWhole] = useState(false)
  const all = inOrder(impact.becomes)
  const changing = all.filter(({ verdict }) => verdict !== 'same')
  const shown = isWhole ? all : changing.slice(0, SHOWN_FIRST)
  if (changing.length === 0 && broken.length === 0) return null
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrollable by keyboard
      tabIndex={0}
      aria-label="Answers and checks"
      className="max-h-[min(16rem,30dvh)] overflow-y-auto rounded border border-line text-sm"
    >
      <ul className="divide-y divide-line">
        {broken.map((check) => (
          <AskedTwice
            key={check.check_id}
            {...check}
            called={CALLED}
            brief
            badge={<Badge tone="danger">Check fails</Badge>}
          />
        ))}
        {shown.map((one) => (
          <AskedTwice
            key={one.message_id}
            {...one}
            called={CALLED}
            brief
            badge={<Badge tone={one.verdict === 'changed' ? 'warning' : 'neutral'}>{becomesWords(one)}</Badge>}
          />
        ))}
      </ul>
      {shown.length < all.length && (
        <div className="border-line border-t p-2">
          <Button size="sm" variant="ghost" onClick={() => setIsWhole(true)}>
            Show all {all.length.toLocaleString()} answers
          </Button>
        </div>
      )}
    </section>
  )
}
