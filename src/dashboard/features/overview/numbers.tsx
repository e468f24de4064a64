import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ChartColumn from 'lucide-react/icons/chart-column'
import { EmptyState } from '#dashboard/components/empty-state.tsx'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { NotLoaded } from '#dashboard/components/not-loaded.tsx'
import { cn } from '#dashboard/lib/cn.ts'
import { late } from '#dashboard/lib/late.tsx'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { buttonVariants } from '#dashboard/ui/button.tsx'
import { Board } from './board.tsx'
import { BoardSkeleton } from './board-skeleton.tsx'
import { type Owner, overviewQuery } from './overview-query.ts'
import type { NamedAgent, Overview, OverviewSearch } from './overview-search.ts'
import { SitesToReview } from './sites-to-review.tsx'

const BehindPanel = late(() => import('./behind-panel.tsx'), 'BehindPanel')

interface NumbersProps {
  owner: Owner
  search: OverviewSearch
  onChange: (changed: OverviewSearch) => void
  /** The organization's agents; undefined in the overview of one agent. */
  agents?: readonly NamedAgent[] | undefined
}

const isEmpty = ({ numbers }: Overview) =>
  !numbers.conversations.value && !numbers.conversations.before && !numbers.waiting.value

/** The numbers of a range, and a panel with the conversations behind the number that is open. */
export function Numbers({ owner, search, onChange, agents }: NumbersProps) {
  const { may } = usePermissions()
  const overview = useQuery(overviewQuery(owner, search))
  const { data, error, isPlaceholderData } = overview
  const range = search.range ?? '7d'
  return (
    <>
      {/* Not for one agent: its first screen makes 20 requests, the limit of `e2e/dashboard/first-load.spec.ts`. */}
      {!('agent' in owner) && may('applyPlan') && <SitesToReview agentId={search.agent} agents={agents} />}
      {error && data && <ErrorNotice error={error} onRetry={() => void overview.refetch()} />}
      {!data ? (
        <NotLoaded query={overview} large placeholder={<BoardSkeleton />} />
      ) : isEmpty(data) ? (
        <EmptyState icon={ChartColumn} title="No conversations yet" action={<FirstConversation owner={owner} />}>
          {search.agent || search.channel
            ? 'No visitor that these filters let through has written in this time, nor in as long before it.'
            : 'No visitor has written in this time, nor in as long before it. Once they do, this page tells what became of it.'}
        </EmptyState>
      ) : (
        <div aria-busy={isPlaceholderData} className={cn('transition-opacity', isPlaceholderData && 'opacity-60')}>
          <Board data={data} range={range} isAgents={'agent' in owner} agents={agents} />
        </div>
      )}
      {search.number && (
        <BehindPanel
          key={`${search.number} ${search.part ?? ''}`}
          owner={owner}
          search={{ ...search, number: search.number }}
          how={data?.numbers[search.number].how}
          onClose={() => onChange({ number: undefined, part: undefined })}
        />
      )}
    </>
  )
}

/** The way to a first conversation: to the agent's own page for visitors, or to the agents. */
function FirstConversation({ owner }: { owner: Owner }) {
  if (!('agent' in owner))
    return (
      <Link to="/agents" className={buttonVariants()}>
        Choose an agent to try
      </Link>
    )
  return (
    <a href={`/chat/${owner.agent}`} target="_blank" rel="noopener" className={buttonVariants()}>
      Write to it as a visitor
    </a>
  )
}
