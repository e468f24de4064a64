import { getRouteApi } from '@tanstack/react-router'
import ListChecks from 'lucide-react/icons/list-checks'
import { api } from '#dashboard/api/api.ts'
import { pollWhile } from '#dashboard/api/poll-while.ts'
import { isPaid as isPaidModel, useModels } from '#dashboard/api/use-models.ts'
import { EmptyState } from '#dashboard/components/empty-state.tsx'
import { ErrorNotice, ErrorState } from '#dashboard/components/error-state.tsx'
import { late } from '#dashboard/lib/late.tsx'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Pagination } from '#dashboard/ui/pagination.tsx'
import { checkRows, latestRun } from './check-rows.ts'
import { type CheckSearch, readCheckSearch } from './check-search.ts'
import { CheckTable } from './check-table.tsx'

const ROWS = 50 // rows on a page
const PACE = { ms: 1_000, max: 5_000, live: 5_000 }

const route = getRouteApi('/_app/agents/$agentId/knowledge/checks')
const RunBar = late(() => import('./run-parts.ts'), 'RunBar')
const AfterTraining = late(() => import('./run-parts.ts'), 'AfterTraining')
const CheckPanel = late(() => import('./check-panel.tsx'), 'CheckPanel')
const CheckDialog = late(() => import('./check-dialog.tsx'), 'CheckDialog')
const ImportDialog = late(() => import('./import-dialog.tsx'), 'ImportDialog')

/** The checks with their outcomes in one run, the latest unless another is chosen; those that broke come first. */
export function ChecksPage() {
  const { agentId } = route.useParams()
  const search = readCheckSearch(route.useSearch())
  const navigate = route.useNavigate()
  const params = { agent: agentId }
  const { may } = usePermissions()
  const checks = api.listChecks.useQuery({ params })
  const runs = api.listCheckRuns.useQuery({
    params,
    refetchInterval: pollWhile(
      ({ state }) => (state.data as { status: string }[] | undefined)?.[0]?.status === 'pending',
      PACE,
    ),
  })
  const shown = runs.data?.find(({ id }) => id === search.run) ?? latestRun(runs.data ?? [])
  const run = api.getCheckRun.useQuery({
    params: { ...params, run: shown?.id ?? '' },
    enabled: shown !== undefined,
    // By its own answer: the list of runs may say that it has ended before all its results are here.
    refetchInterval: pollWhile(({ state }) => state.data?.status === 'pending', PACE),
  })
  const models = useModels()
  const agent = api.getAgent.useQuery({ params })
  const change = (changed: CheckSearch) =>
    void navigate({ search: (now) => ({ ...now, ...changed }), resetScroll: false })
  const close = () =>
    change({ check: undefined, add: undefined, question: undefined, expects: undefined, cites: undefined })
  const error = checks.error ?? runs.error
  const retry = () => void Promise.all([checks.refetch(), runs.refetch()])
  if (error && !(checks.data && runs.data)) return <ErrorState error={error} onRetry={retry} />
  // No check is shown before the run's results are loaded, as all of them would appear as not asked.
  const isKnown = runs.data !== undefined && (shown === undefined || run.data !== undefined)
  const rows = isKnown && checks.data ? checkRows(checks.data, run.data?.results ?? []) : undefined
  const total = checks.data?.length ?? 0
  const page = Math.min(search.page ?? 1, Math.max(1, Math.ceil((rows?.length ?? 0) / ROWS)))
  const mayAdd = may('createCheck')
  const model = models.data?.find(({ id }) => id === agent.data?.model.id)
  const isPaid = model !== undefined && isPaidModel(model)
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="min-w-0 flex-1 basis-80 text-pretty text-muted">
          Questions whose answers you know. They are asked again whenever the agent has learnt something else, and
          whoever runs the agent is told what broke.
        </p>
        {mayAdd && (
          <span className="flex gap-2">
            <Button onClick={() => change({ add: 'file' })}>Import</Button>
            <Button onClick={() => change({ add: 'check' })}>New check</Button>
          </span>
        )}
      </div>
      {error && <ErrorNotice error={error} onRetry={retry} />}
      {checks.data && total === 0 ? (
        <EmptyState
          icon={ListChecks}
          title="No checks yet"
          {...(mayAdd && { action: <Button onClick={() => change({ add: 'check' })}>New check</Button> })}
        >
          Begin with what visitors ask most, and with one question that this agent must not answer.
        </EmptyState>
      ) : (
        <>
          {runs.data && (
            <RunBar
              agentId={agentId}
              runs={runs.data}
              shown={shown}
              total={total}
              credits={isPaid ? total : 0}
              mayRun={may('createCheckRun')}
              onShow={(id) => change({ run: id, page: undefined })}
            />
          )}
          {may('updateAgentSettings') && <AfterTraining agentId={agentId} />}
          {run.error && !run.data ? (
            <ErrorNotice
              error={run.error}
              act="What the checks came to is not known"
              onRetry={() => void run.refetch()}
            />
          ) : (
            <CheckTable rows={rows?.slice((page - 1) * ROWS, page * ROWS)} />
          )}
          {rows && (
            <Pagination
              meta={{
                current_page: page,
                last_page: Math.ceil(rows.length / ROWS),
                per_page: ROWS,
                total: rows.length,
              }}
              noun="checks"
              onPage={(next) => change({ page: next })}
            />
          )}
        </>
      )}
      {search.check && (
        <CheckPanel
          key={search.check}
          agentId={agentId}
          checkId={search.check}
          known={checks.data?.find(({ id }) => id === search.check)}
          onClose={close}
        />
      )}
      {mayAdd && search.add === 'check' && <CheckDialog agentId={agentId} suggested={search} onClose={close} />}
      {mayAdd && search.add === 'file' && <ImportDialog agentId={agentId} onClose={close} />}
    </>
  )
}
