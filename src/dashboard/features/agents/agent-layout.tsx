import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import type { RouteName } from '#contract/routes.ts'
import { api } from '#dashboard/api/api.ts'
import { type RouteTab, RouteTabs } from '#dashboard/components/route-tabs.tsx'
import { isBuiltIn } from '#dashboard/lib/built-in-model.ts'
import { cn } from '#dashboard/lib/cn.ts'
import { useExistingRoutes } from '#dashboard/lib/existing-routes.ts'
import { usePageTitle } from '#dashboard/lib/page-title.ts'
import { CopyableId } from '#dashboard/ui/copy.tsx'
import { AgentMode, AgentState } from './agent-badges.tsx'
import { ModelTrouble } from './model-trouble.tsx'

interface AgentTab extends Omit<RouteTab, 'link'> {
  path: string
  needs?: RouteName
}

/** The agent's screens, in the order of their tabs. `useExistingRoutes` leaves out those that the user can't open. */
const agentTabs: readonly AgentTab[] = [
  { path: '/agents/$agentId', label: 'Overview', exact: true },
  { path: '/agents/$agentId/playground', label: 'Playground' },
  { path: '/agents/$agentId/knowledge', label: 'Knowledge' },
  { path: '/agents/$agentId/widget', label: 'Chat widget', needs: 'updateAgentSettings' },
  { path: '/agents/$agentId/developers', label: 'Developers', needs: 'listFullWebhookEndpoints' },
  { path: '/agents/$agentId/settings', label: 'Settings', needs: 'updateAgentSettings' },
]

/**
 * The frame of an agent's screens: a line that says which agent it is, and its tabs. The line leaves the view as the
 * screen scrolls and the tabs stay. A phone's bar already shows the agent's name.
 */
export function AgentLayout({ agentId }: { agentId: string }) {
  const { data: agent } = useSuspenseQuery(api.getAgent.queryOptions({ params: { agent: agentId } }))
  const tabs = useExistingRoutes(agentTabs, { agentId })
  usePageTitle(agent.name)
  return (
    <div className="mx-auto flex min-h-full w-full max-w-6xl flex-col px-4 pb-5 sm:px-6 lg:px-8 lg:pb-7">
      <header className={cn('flex h-12 shrink-0 items-center gap-2 pt-1', !agent.is_disabled && 'max-sm:sr-only')}>
        <div className="flex min-w-0 items-center gap-2">
          <Link to="/agents" className="text-muted hover:text-ink max-sm:hidden">
            Agents
          </Link>
          <span aria-hidden className="text-muted max-sm:hidden">
            /
          </span>
          <h1 className="truncate font-semibold text-base tracking-tight" title={agent.description || agent.name}>
            {agent.name}
          </h1>
        </div>
        <AgentState agent={agent} />
        <span className="contents max-sm:hidden">
          <AgentMode agent={agent} />
          <CopyableId value={agent.id} label="agent id" />
        </span>
      </header>
      <div className="-mx-4 sm:-mx-6 lg:-mx-8 sticky top-0 z-20 mb-5 bg-canvas px-4 sm:px-6 lg:px-8">
        <RouteTabs label="Agent" tabs={tabs} />
      </div>
      <div className="flex flex-1 flex-col gap-5">
        {!isBuiltIn(agent.model) && <ModelTrouble model={agent.model} />}
        <Outlet />
      </div>
    </div>
  )
}
