import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import CircleHelp from 'lucide-react/icons/circle-help'
import { EmptyState } from '#dashboard/components/empty-state.tsx'
import { ErrorNotice, ErrorState } from '#dashboard/components/error-state.tsx'
import { isPastTheEnd, PastTheEnd } from '#dashboard/components/past-the-end.tsx'
import { late } from '#dashboard/lib/late.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { Pagination } from '#dashboard/ui/pagination.tsx'
import { GapFilterBar } from './gap-filter-bar.tsx'
import { type GapSearch, gapsQuery, readGapSearch } from './gap-search.ts'
import { GapTable } from './gap-table.tsx'

const route = getRouteApi('/_app/agents/$agentId/knowledge/gaps')
const GapPanel = late(() => import('./gap-panel.tsx'), 'GapPanel')

export function GapsPage() {
  const { agentId } = route.useParams()
  const search = readGapSearch(route.useSearch())
  const navigate = route.useNavigate()
  const gaps = useQuery({ ...gapsQuery(agentId, search), placeholderData: keepPreviousData })
  const answered = useQuery(gapsQuery(agentId, { state: 'answered_now' }))
  const answeredCount = answered.data?.meta.total ?? 0
  const change = (changed: GapSearch) =>
    void navigate({ search: (now) => ({ ...now, ...changed }), resetScroll: 'page' in changed })
  const isEmpty = gaps.data?.data.length === 0
  return (
    <>
      <p className="text-pretty text-muted">
        What visitors asked and this agent did not know, gathered by what it means. So is what they asked just before
        they wanted a person instead.
        {answeredCount > 0 && search.state !== 'answered_now' && (
          <>
            {' '}
            <Link
              from="/agents/$agentId/knowledge/gaps"
              to="."
              search={{ state: 'answered_now' }}
              className="text-ink underline underline-offset-2"
            >
              {answeredCount.toLocaleString()} more {answeredCount === 1 ? 'is' : 'are'} answered by now
            </Link>
            , from what the agent has learnt since.
          </>
        )}
      </p>
      {gaps.data === undefined && gaps.error ? (
        <ErrorState error={gaps.error} onRetry={() => void gaps.refetch()} />
      ) : (
        <>
          <GapFilterBar search={search} onChange={(changed) => change({ page: undefined, ...changed })} />
          {gaps.error && <ErrorNotice error={gaps.error} onRetry={() => void gaps.refetch()} />}
          {gaps.data && isPastTheEnd(gaps.data) ? (
            <PastTheEnd meta={gaps.data.meta} noun="gaps" onFirst={() => change({ page: undefined })} />
          ) : isEmpty ? (
            <EmptyState
              icon={CircleHelp}
              title={search.state ? 'No gap fits' : 'No open gaps'}
              {...(search.state && {
                action: <Button onClick={() => change({ state: undefined, page: undefined })}>Show open gaps</Button>,
              })}
            >
              {search.state
                ? 'There is none in this state.'
                : 'When this agent does not know an answer, the question appears here within seconds.'}
            </EmptyState>
          ) : (
            <GapTable gaps={gaps.data?.data} stale={gaps.isPlaceholderData} />
          )}
          {gaps.data && <Pagination meta={gaps.data.meta} noun="gaps" onPage={(page) => change({ page })} />}
        </>
      )}
      {search.gap && (
        <GapPanel
          key={search.gap}
          agentId={agentId}
          gapId={search.gap}
          known={gaps.data?.data.find(({ id }) => id === search.gap)}
          onClose={() => change({ gap: undefined })}
        />
      )}
    </>
  )
}
