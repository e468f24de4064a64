import type { ReactNode } from 'react'
import { useExistingRoutes } from '#dashboard/lib/existing-routes.ts'
import { AgentStats } from './agent-stats.tsx'
import { GettingStarted, useGettingStarted } from './getting-started.tsx'

interface AgentOverviewProps {
  agentId: string
  /** The route composes it in: it is a feature of its own. */
  playground: ReactNode
  /** Whether somebody has seen the agent reply there. */
  isTried: boolean
}

/** How the agent is doing, what is left to set up, and a place to try it. */
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
