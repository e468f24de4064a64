import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import BookOpen from 'lucide-react/icons/book-open'
import { api } from '#dashboard/api/api.ts'
import { pollWhile } from '#dashboard/api/poll-while.ts'
import { EmptyState } from '#dashboard/components/empty-state.tsx'
import { ErrorNotice, ErrorState } from '#dashboard/components/error-state.tsx'
import { isPastTheEnd, PastTheEnd } from '#dashboard/components/past-the-end.tsx'
import { late } from '#dashboard/lib/late.tsx'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { useShortcut } from '#dashboard/lib/shortcuts.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Pagination } from '#dashboard/ui/pagination.tsx'
import { AddSourceMenu } from './add-source-menu.tsx'
import { SourceFilterBar } from './source-filter-bar.tsx'
import { isTraining, type SourceSearch, sourcesQuery } from './source-filters.ts'
import { SourceTable } from './source-table.tsx'

const route = getRouteApi('/_app/agents/$agentId/sources')
const AddSourceDialog = late(() => import('./add-source-dialog.tsx'), 'AddSourceDialog')
const DisabledNotice = late(() => import('./disabled-notice.tsx'), 'DisabledNotice')
const DraftList = late(() => import('./draft-list.tsx'), 'DraftList')
const SourcePanel = late(() => import('./source-panel.tsx'), 'SourcePanel')

const PACE = { ms: 2_000, max: 20_000, live: 4_000 }

/** The screen of an agent's sources: the list, the forms that add to it, and the panel of a source. */
export function SourcesPage() {
  const { agentId } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const agent = useQuery(api.getAgent.queryOptions({ params: { agent: agentId } }))
  const sources = useQuery({
    ...sourcesQuery(agentId, search),
    placeholderData: keepPreviousData,
    refetchInterval: pollWhile((query) => query.state.data?.data.some(isTraining) ?? false, PACE),
  })
  const change = (changed: SourceSearch) =>
    void navigate({ search: { ...search, ...changed }, resetScroll: 'page' in changed })
  const mayAdd = usePermissions().may('createSource')
  const changeable = !agent.data?.is_disabled
  const addable = { enabled: changeable && mayAdd }
  useShortcut('', 'Add files', () => change({ add: 'file' }), addable)
  useShortcut('', 'Add web pages', () => change({ add: 'url' }), addable)
  useShortcut('', 'Add questions and answers', () => change({ add: 'qa' }), addable)
  useShortcut('n', 'Add a text source', () => change({ add: 'text' }), addable)

  const filtered = Boolean(search.type || search.status)
  const addMenu = (
    <AddSourceMenu agentId={agentId} disabled={!changeable} onAdd={(add) => change({ add, draft: undefined })} />
  )
  const isEmpty = sources.data?.data.length === 0
  return (
    <>
      {!changeable && <DisabledNotice agentId={agentId} reason={agent.data?.disabled_reason ?? null} />}
      {mayAdd && <DraftList agentId={agentId} />}
      {sources.data === undefined && sources.error ? (
        <ErrorState error={sources.error} onRetry={() => void sources.refetch()} />
      ) : isEmpty && !filtered && !search.page ? (
        <EmptyState icon={BookOpen} title="Nothing to answer from yet" action={addMenu}>
          Sources are the texts, questions, pages and files this agent answers from. It says so when they hold no
          answer.
        </EmptyState>
      ) : (
        <>
          <SourceFilterBar search={search} onChange={(changed) => change({ page: undefined, ...changed })}>
            {addMenu}
          </SourceFilterBar>
          {sources.error && <ErrorNotice error={sources.error} onRetry={() => void sources.refetch()} />}
          {sources.data && isPastTheEnd(sources.data) ? (
            <PastTheEnd meta={sources.data.meta} noun="sources" onFirst={() => change({ page: undefined })} />
          ) : isEmpty ? (
            <EmptyState
              icon={BookOpen}
              title="No source fits"
              action={
                <Button onClick={() => change({ type: undefined, status: undefined, page: undefined })}>
                  Show all sources
                </Button>
              }
            >
              There are others without these filters.
            </EmptyState>
          ) : (
            <SourceTable
              agentId={agentId}
              sources={sources.data?.data}
              stale={sources.isPlaceholderData}
              changeable={changeable}
            />
          )}
          {sources.data && (
            <Pagination
              meta={sources.data.meta}
              noun="sources"
              onPage={(page) => change({ page: page > 1 ? page : undefined })}
            />
          )}
        </>
      )}
      {search.source && (
        <SourcePanel
          key={search.source}
          agentId={agentId}
          sourceId={search.source}
          known={sources.data?.data.find(({ id }) => id === search.source)}
          changeable={changeable}
          onClose={() => change({ source: undefined })}
        />
      )}
      {search.add && mayAdd && (
        <AddSourceDialog
          agentId={agentId}
          type={search.add}
          draftId={search.draft}
          onDraft={(draft) =>
            void navigate({ search: (now) => ({ ...now, draft }), replace: true, resetScroll: false })
          }
          onClose={() => change({ add: undefined, draft: undefined })}
        />
      )}
    </>
  )
}
