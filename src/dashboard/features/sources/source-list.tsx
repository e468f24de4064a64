import { getRouteApi } from '@tanstack/react-router'
import BookOpen from 'lucide-react/icons/book-open'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { api } from '#dashboard/api/api.ts'
import { EmptyState } from '#dashboard/components/empty-state.tsx'
import { ErrorNotice, ErrorState } from '#dashboard/components/error-state.tsx'
import { tellError } from '#dashboard/components/tell-error.ts'
import { late } from '#dashboard/lib/late.tsx'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { useShortcut } from '#dashboard/lib/shortcuts.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { AddSourceMenu } from './add-source-menu.tsx'
import { DraftList } from './draft-list.tsx'
import { SourceFilterBar } from './source-filter-bar.tsx'
import type { SourceFilters, SourceSearch } from './source-filters.ts'
import { SourceTable } from './source-table.tsx'
import { SourceTotals } from './source-totals.tsx'
import { useSourcePages } from './use-source-pages.ts'

const route = getRouteApi('/_app/agents/$agentId/knowledge/sources')
const AddSourceDialog = late(() => import('./add-source-dialog.tsx'), 'AddSourceDialog')
const DisabledNotice = late(() => import('./disabled-notice.tsx'), 'DisabledNotice')
const SourceBulkBar = late(() => import('./source-bulk-bar.tsx'), 'SourceBulkBar')
const SourceBulkProgress = late(() => import('./source-bulk-progress.tsx'), 'SourceBulkProgress')
const SourcePanel = late(() => import('./source-panel.tsx'), 'SourcePanel')

const NO_FILTERS: SourceFilters = { type: undefined, status: undefined, q: undefined }

export function SourceList() {
  const { agentId } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const agent = api.getAgent.useQuery({ params: { agent: agentId } })
  const { type, status, q } = search
  const sources = useSourcePages(agentId, { type, status, q })
  const { chosen, choose, chooseAll, chooseNone } = useChosen(sources.idsOfAll)
  const change = (changed: SourceSearch) =>
    void navigate({ search: (now) => ({ ...now, ...changed }), resetScroll: false })
  const filter = (changed: SourceFilters) => {
    chooseNone()
    change(changed)
  }
  const permissions = usePermissions()
  const mayAdd = permissions.may('createSource')
  const choosable = permissions.may('createSourceBulk')
  const changeable = !agent.data?.is_disabled
  const addable = { enabled: changeable && mayAdd }
  useShortcut('', 'Add files', () => change({ add: 'file' }), addable)
  useShortcut('', 'Add web pages', () => change({ add: 'url' }), addable)
  useShortcut('', 'Add questions and answers', () => change({ add: 'qa' }), addable)
  useShortcut('n', 'Add a text source', () => change({ add: 'text' }), addable)

  const filtered = Boolean(type || status || q)
  // The menu's place depends on whether there are sources; if opened before that is known, it would close.
  const placed = filtered || (sources.total !== undefined && !(sources.isOld && sources.total === 0))
  const addMenu = (
    <AddSourceMenu
      agentId={agentId}
      disabled={!changeable || !placed}
      onAdd={(add) => change({ add, draft: undefined })}
    />
  )
  const isEmpty = sources.total === 0
  return (
    <>
      {!changeable && <DisabledNotice agentId={agentId} reason={agent.data?.disabled_reason ?? null} />}
      {mayAdd && <DraftList agentId={agentId} />}
      {search.bulk && (
        <SourceBulkProgress
          key={search.bulk}
          agentId={agentId}
          bulkId={search.bulk}
          onClose={() => change({ bulk: undefined })}
        />
      )}
      {sources.total === undefined && sources.error ? (
        <ErrorState error={sources.error} onRetry={sources.retry} />
      ) : isEmpty && !filtered && !sources.isOld ? (
        <EmptyState icon={BookOpen} title="Nothing to answer from yet" action={addMenu}>
          Sources are the texts, questions, pages and files this agent answers from. It says so when they hold no
          answer.
        </EmptyState>
      ) : (
        <>
          {chosen.size > 0 ? (
            <SourceBulkBar
              agentId={agentId}
              chosen={chosen}
              total={Math.min(sources.total ?? 0, limits.sourcesAtOnce)}
              changeable={changeable}
              onChooseAll={() => void chooseAll()}
              onClear={chooseNone}
              onBegun={(bulk) => {
                chooseNone()
                change({ bulk })
              }}
            />
          ) : (
            <SourceFilterBar search={search} onChange={filter}>
              {addMenu}
            </SourceFilterBar>
          )}
          <SourceTotals
            agentId={agentId}
            type={type}
            status={status}
            onChoose={(wanted) => filter({ status: wanted })}
          />
          {sources.error && <ErrorNotice error={sources.error} onRetry={sources.retry} />}
          {isEmpty ? (
            <EmptyState
              icon={BookOpen}
              title="No source fits"
              action={<Button onClick={() => filter(NO_FILTERS)}>Show all sources</Button>}
            >
              {q
                ? 'None has these words in its title, its address or its text.'
                : 'There are others without these filters.'}
            </EmptyState>
          ) : (
            <SourceTable
              agentId={agentId}
              sources={sources}
              choosable={choosable}
              chosen={chosen}
              onChoose={choose}
              changeable={changeable}
            />
          )}
        </>
      )}
      {search.source && (
        <SourcePanel
          key={search.source}
          agentId={agentId}
          sourceId={search.source}
          known={sources.known(search.source)}
          changeable={changeable}
          edits={search.edit}
          onClose={() => change({ source: undefined, edit: undefined })}
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

/** The chosen ids, at most as many as one bulk operation may change, and functions that change the choice. */
function useChosen(idsOfAll: () => Promise<string[]>) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  return {
    chosen,
    choose: (id: string, isChosen: boolean) =>
      setChosen((known) => {
        const changed = new Set(known)
        if (!isChosen) changed.delete(id)
        else if (changed.size < limits.sourcesAtOnce) changed.add(id)
        return changed
      }),
    chooseAll: () =>
      idsOfAll().then(
        (ids) => setChosen(new Set(ids)),
        (error) => tellError(error, 'Not all could be chosen'),
      ),
    chooseNone: () => setChosen(new Set()),
  }
}
