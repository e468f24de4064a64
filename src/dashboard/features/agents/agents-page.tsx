import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import Bot from 'lucide-react/icons/bot'
import Plus from 'lucide-react/icons/plus'
import { Suspense } from 'react'
import type { Data } from '#contract/index.ts'
import { useOrganization } from '#dashboard/api/session.ts'
import { type Column, DataTable, rowLinkClass } from '#dashboard/components/data-table.tsx'
import { EmptyState } from '#dashboard/components/empty-state.tsx'
import { ErrorState } from '#dashboard/components/error-state.tsx'
import { Page } from '#dashboard/components/page.tsx'
import { isPastTheEnd, PastTheEnd } from '#dashboard/components/past-the-end.tsx'
import { loadable } from '#dashboard/lib/late.tsx'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { useShortcut } from '#dashboard/lib/shortcuts.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Pagination } from '#dashboard/ui/pagination.tsx'
import { RelativeTime } from '#dashboard/ui/relative-time.tsx'
import { AgentMode, AgentState } from './agent-badges.tsx'
import { AgentFilterBar } from './agent-filter-bar.tsx'
import { type AgentFilters, agentsQuery } from './agent-filters.ts'

const route = getRouteApi('/_app/agents/')
const NewAgentDialog = loadable(() => import('./new-agent-dialog.tsx'), 'NewAgentDialog')

type Agent = Data<'listAgents'>[number]

const columns: readonly Column<Agent>[] = [
  {
    id: 'name',
    header: 'Name',
    className: 'max-w-48 sm:max-w-72',
    cell: (agent) => (
      <Link to="/agents/$agentId" params={{ agentId: agent.id }} className={rowLinkClass}>
        <span className="block truncate">{agent.name}</span>
      </Link>
    ),
  },
  {
    id: 'model',
    header: 'Model',
    from: 'lg',
    className: 'whitespace-nowrap text-muted',
    cell: ({ model }) => model.name,
  },
  { id: 'state', header: 'State', cell: (agent) => <AgentState agent={agent} /> },
  { id: 'mode', header: 'Who answers', from: 'sm', cell: (agent) => <AgentMode agent={agent} /> },
  {
    id: 'updated',
    header: 'Updated',
    from: 'sm',
    className: 'whitespace-nowrap text-right text-muted',
    cell: (agent) => <RelativeTime value={agent.updated_at} className="relative" />,
  },
]

export function AgentsPage() {
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const organization = useOrganization()
  const agents = useQuery({ ...agentsQuery(organization.id, filters), placeholderData: keepPreviousData })
  const change = (changed: AgentFilters) => void navigate({ search: { ...filters, page: undefined, ...changed } })
  const showDialog = (shown: boolean) => void navigate({ search: { ...filters, new: shown || undefined } })
  const mayCreate = usePermissions().may('createAgent')
  useShortcut('n', 'New agent', () => showDialog(true), { enabled: mayCreate })

  const filtered = Boolean(filters.status || filters.model)
  const newAgent = (
    <Button
      scope="agent:create"
      variant="primary"
      onClick={() => showDialog(true)}
      onPointerEnter={NewAgentDialog.preload}
      onFocus={NewAgentDialog.preload}
    >
      <Plus aria-hidden /> New agent
    </Button>
  )
  const nothingYet = agents.data?.meta.total === 0 && !filtered

  return (
    <Page title="Agents" description="Each answers visitors from its own sources." actions={newAgent}>
      {agents.data === undefined && agents.error ? (
        <ErrorState error={agents.error} onRetry={() => void agents.refetch()} />
      ) : nothingYet ? (
        <EmptyState icon={Bot} title="No agents yet" action={newAgent}>
          An agent answers your visitors from the pages, texts and files you give it, and hands over to you when it
          should.
        </EmptyState>
      ) : (
        <>
          <AgentFilterBar filters={filters} onChange={change} />
          {agents.data && isPastTheEnd(agents.data) ? (
            <PastTheEnd meta={agents.data.meta} noun="agents" onFirst={() => change({})} />
          ) : agents.data?.data.length === 0 ? (
            <EmptyState
              icon={Bot}
              title="No agent fits these filters"
              action={<Button onClick={() => change({ status: undefined, model: undefined })}>Clear filters</Button>}
            >
              There are others without them.
            </EmptyState>
          ) : (
            <DataTable
              label="Agents"
              columns={columns}
              rows={agents.data?.data}
              rowKey={(agent) => agent.id}
              linked
              stale={agents.isPlaceholderData}
            />
          )}
          {agents.data && (
            <Pagination
              meta={agents.data.meta}
              noun="agents"
              onPage={(page) => change({ page: page > 1 ? page : undefined })}
            />
          )}
        </>
      )}
      {filters.new && mayCreate && (
        <Suspense>
          <NewAgentDialog onClose={() => showDialog(false)} />
        </Suspense>
      )}
    </Page>
  )
}
