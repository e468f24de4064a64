import type { ReactNode } from 'react'
import { useExistingRoutes } from '#dashboard/lib/existing-routes.ts'
import { AgentStats } from './agent-stats.tsx'
import { GettingStarted } from './getting-started.tsx'
import { useGettingStarted } from './getting-started-steps.ts'

interface AgentOverviewProps {
  agentId: string
  /** Statistics of the agent's conversations, passed in by the route, as features do not import each other. */
  numbers?: ReactNode
  /** Whether the agent has replied in the playground of this tab. */
  isTried: boolean
}

/** An agent's first screen: its current state, the steps of setting it up until all are done, and the statistics. */
export function AgentOverview({ agentId, numbers, isTried }: AgentOverviewProps) {
  const steps = useExistingRoutes(useGettingStarted(agentId, isTried) ?? [], { agentId })
  const unfinished = steps.some((step) => !step.done)
  return (
    <>
      <AgentStats agentId={agentId} />
      {unfinished && <GettingStarted steps={steps} />}
      {numbers}
    </>
  )
}
