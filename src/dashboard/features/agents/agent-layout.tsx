import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import type { RouteName } from '#contract/routes.ts'
import { api } from '#dashboard/api/api.ts'
import { Page } from '#dashboard/components/page.tsx'
import { type RouteTab, RouteTabs } from '#dashboard/components/route-tabs.tsx'
import { useExistingRoutes } from '#dashboard/lib/existing-routes.ts'
import { CopyableId } from '#dashboard/ui/copy.tsx'
import { AgentMode, AgentState } from './agent-badges.tsx'

interface AgentTab extends Omit<RouteTab, 'link'> {
  path: string
  search?: Record<string, string>
  needs?: RouteName
}

/** The agent's screens, in the order of their tabs. `useExistingRoutes` leaves out those that the user can't open. */
const agentTabs = (agentId: string): AgentTab[] => [
  { path: '/agents/$agentId', label: 'Overview', exact: true },
  { path: '/agents/$agentId/playground', label: 'Playground' },
  { path: '/agents/$agentId/sources', label: 'Sources' },
  { path: '/agents/$agentId/knowledge/websites', label: 'Websites' },
  { path: '/agents/$agentId/knowledge/gaps', label: 'Gaps' },
  { path: '/agents/$agentId/knowledge/checks', label: 'Checks' },
  { path: '/inbox', label: 'Conversations', search: { agent: agentId, view: 'ai' }, leadsTo: 'the inbox' },
  { path: '/agents/$agentId/website', label: 'Website', needs: 'updateAgentSettings' },
  { path: '/agents/$agentId/webhooks', label: 'Webhooks', needs: 'listFullWebhookEndpoints' },
  { path: '/agents/$agentId/settings', label: 'Settings', needs: 'updateAgentSettings' },
]

export function AgentLayout({ agentId }: { agentId: string }) {
  const { data: agent } = useSuspenseQuery(api.getAgent.queryOptions({ params: { agent: agentId } }))
  const tabs = useExistingRoutes(agentTabs(agentId), { agentId })
  return (
    <Page
      title={agent.name}
      description={agent.description}
      breadcrumb={
        <span className="flex min-w-0 items-center gap-2">
          <Link to="/agents" className="hover:text-ink max-sm:-my-2.5 max-sm:py-2.5">
            Agents
          </Link>
          <span aria-hidden>/</span>
          <span className="truncate">{agent.name}</span>
        </span>
      }
      badges={
        <>
          <AgentState agent={agent} />
          <AgentMode agent={agent} />
          <CopyableId value={agent.id} label="agent id" />
        </>
      }
      tabs={<RouteTabs label="Agent" tabs={tabs} />}
    >
      <Outlet />
    </Page>
  )
}
