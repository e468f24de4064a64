import type { ReactNode } from 'react'
import { useExistingRoutes } from '#dashboard/lib/existing-routes.ts'
import { late } from '#dashboard/lib/late.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { AgentStats } from './agent-stats.tsx'
import { useGettingStarted } from './getting-started-steps.ts'

// It stands beside the playground, or below it on a narrow screen, and only until an agent is set up.
const GettingStarted = late(
  () => import('./getting-started.tsx'),
  'GettingStarted',
  <Skeleton className="h-76 rounded-lg" />,
)

interface AgentOverviewProps {
  agentId: string
  /** The playground, passed in by the route as features do not import each other. */
  playground: ReactNode
  /** Whether the agent has replied in the playground of this tab. */
  isTried: boolean
}

/** An agent's first screen: its statistics, the remaining steps of setting up, and the playground. */
export function AgentOverview({ agentId, playground, isTried }: AgentOverviewProps) {
  const steps = useExistingRoutes(useGettingStarted(agentId, isTried) ?? [], { agentId })
  const unfinished = steps.some((step) => !step.done)
  return (
    <>
      <AgentStats agentId={agentId} />
      <div className={unfinished ? 'grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]' : undefined}>
        {playground}
        {unfinished && <GettingStarted agentId={agentId} steps={steps} />}
      </div>
    </>
  )
}
