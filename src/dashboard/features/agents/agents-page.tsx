import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import Bot from 'lucide-react/icons/bot'
import Plus from 'lucide-react/icons/plus'
import type { Data } from '#contract/index.ts'
import { type Column, DataTable, rowLinkClass } from '#dashboard/components/data-table.tsx'
import { EmptyState } from '#dashboard/components/empty-state.tsx'
import { ErrorState } from '#dashboard/components/error-state.tsx'
import { Page } from '#dashboard/components/page.tsx'
import { isPastTheEnd, PastTheEnd } from '#dashboard/components/past-the-end.tsx'
import { cn } from '#dashboard/lib/cn.ts'
import { late } from '#dashboard/lib/late.tsx'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { useShortcut } from '#dashboard/lib/shortcuts.ts'
import { shortCount } from '#dashboard/lib/sizes.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Pagination } from '#dashboard/ui/pagination.tsx'
import { RelativeTime } from '#dashboard/ui/relative-time.tsx'
import { AgentMode, AgentState } from './agent-badges.tsx'
import { AgentFilterBar } from './agent-filter-bar.tsx'
import { type AgentFilters, agentsQuery } from './agent-filters.ts'

const route = getRouteApi('/_app/agents/')
const NewAgentDialog = late(() => import('./new-agent-dialog.tsx'), 'NewAgentDialog')

type Agent = Data<'listFullAgents'>[number]

const NUMBER = 'whitespace-nowrap text-right tabular-nums'

const columns: readonly Column<Agent>[] = [
  {
    id: 'name',
    header: 'Name',
    className: 'w-full max-w-0', // takes the width that the other columns leave
    cell: (agent) => (
      <>
        <Link to="/agents/$agentId" params={{ agentId: agent.id }} className={rowLinkClass}>
          <span className="block truncate">{agent.name}</span>
        </Link>
        <span className="block truncate text-muted text-sm md:hidden">{shortly(agent)}</span>
      </>
    ),
  },
  {
    id: 'model',
    header: 'Model',
    className: 'whitespace-nowrap text-muted max-xl:hidden',
    cell: ({ model }) => model.name,
  },
  { id: 'state', header: 'State', cell: (agent) => <State agent={agent} /> },
  {
    id: 'mode',
    header: 'Who answers',
    className: 'whitespace-nowrap max-xl:hidden',
    cell: (agent) => <AgentMode agent={agent} />,
  },
  { id: 'waiting', header: 'Waiting', from: 'md', className: NUMBER, cell: (agent) => <Waiting agent={agent} /> },
  { id: 'open', header: 'Open', from: 'md', className: NUMBER, cell: ({ counts }) => <Count value={counts.open} /> },
  { id: 'gaps', header: 'Gaps', from: 'md', className: NUMBER, cell: (agent) => <Gaps agent={agent} /> },
  {
    id: 'sources',
    header: 'Sources',
    from: 'md',
    className: NUMBER,
    cell: ({ counts }) => <Count value={counts.sources} />,
  },
  {
    id: 'activity',
    header: 'Last activity',
    from: 'lg',
    className: 'whitespace-nowrap text-right text-muted',
    cell: ({ counts }) =>
      counts.last_activity_at ? <RelativeTime value={counts.last_activity_at} className="relative" /> : 'None yet',
  },
]

/** An agent's state, with the reason below the badge, as there is no room beside it. */
function State({ agent }: { agent: Agent }) {
  const reason = agent.is_disabled && agent.disabled_reason
  return (
    <>
      <AgentState agent={{ ...agent, disabled_reason: null }} />
      {reason && (
        <span className="block max-w-32 truncate text-muted text-sm max-lg:hidden" title={reason}>
          {reason}
        </span>
      )}
    </>
  )
}

/** What of an agent waits or is open, without zeros, where the columns have no room: "2 waiting · 1 gap". */
function shortly({ counts: { waiting, open, gaps } }: Agent): string {
  const parts = [waiting > 0 && `${shortCount(waiting)} waiting`, open > 0 && `${shortCount(open)} open`]
  return [...parts, gaps > 0 && `${shortCount(gaps)} ${gaps === 1 ? 'gap' : 'gaps'}`].filter(Boolean).join(' · ')
}

const Count = ({ value }: { value: number }) => (
  <span className={value === 0 ? 'text-muted' : undefined}>{shortCount(value)}</span>
)

const NUMBER_LINK = 'relative rounded-sm underline-offset-2 hover:underline'

function Waiting({ agent: { id, counts } }: { agent: Agent }) {
  if (counts.waiting === 0) return <Count value={0} />
  return (
    <Link
      to="/inbox"
      search={{ view: 'unassigned', agent: id }}
      className={cn(NUMBER_LINK, 'font-medium text-human')}
      aria-label={`${shortCount(counts.waiting)} waiting for a person`}
    >
      {shortCount(counts.waiting)}
    </Link>
  )
}

function Gaps({ agent: { id, counts } }: { agent: Agent }) {
  if (counts.gaps === 0) return <Count value={0} />
  return (
    <Link
      to="/agents/$agentId/knowledge/gaps"
      params={{ agentId: id }}
      className={NUMBER_LINK}
      aria-label={`${shortCount(counts.gaps)} open ${counts.gaps === 1 ? 'gap' : 'gaps'}`}
    >
      {shortCount(counts.gaps)}
    </Link>
  )
}

export function AgentsPage() {
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const agents = useQuery({ ...agentsQuery(filters), placeholderData: keepPreviousData })
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
          {agents.data && <Pagination meta={agents.data.meta} noun="agents" onPage={(page) => change({ page })} />}
        </>
      )}
      {filters.new && mayCreate && <NewAgentDialog onClose={() => showDialog(false)} />}
    </Page>
  )
}
