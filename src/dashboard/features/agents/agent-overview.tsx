import { type ReactNode, useState } from 'react'
import { useExistingRoutes } from '#dashboard/lib/existing-routes.ts'
import { late } from '#dashboard/lib/late.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { AgentStats } from './agent-stats.tsx'
import { useGettingStarted } from './getting-started-steps.ts'

// Loaded on demand, as the card is shown only until the agent is set up.
const GettingStarted = late(
  () => import('./getting-started.tsx'),
  'GettingStarted',
  <Skeleton className="h-76 rounded-lg" />,
)

interface AgentOverviewProps {
  agentId: string
  /** Statistics of the agent's conversations, passed in by the route, as features do not import each other. */
  numbers?: ReactNode
  /** What is shown instead of all numbers until somebody has asked the agent something; passed in likewise. */
  firstRun?: ReactNode
  /** Whether the agent has replied in the playground of this tab. */
  isTried: boolean
}

/**
 * An agent's first screen: its current state, the steps of setting it up until all are done, and the statistics. The
 * first run stays until one leaves the screen, so that nothing moves when the first answer comes.
 */
export function AgentOverview({ agentId, numbers, firstRun, isTried }: AgentOverviewProps) {
  const steps = useExistingRoutes(useGettingStarted(agentId, isTried) ?? [], { agentId })
  const unfinished = steps.some((step) => !step.done)
  const [newAgent, setNewAgent] = useState<string>()
  const isUnknown = (id: string) => steps.some((step) => step.id === id && !step.done)
  if (newAgent !== agentId && isUnknown('try') && isUnknown('site')) setNewAgent(agentId)
  if (newAgent === agentId)
    return (
      <>
        {firstRun}
        <GettingStarted title="Then" steps={steps.filter(({ id }) => id === 'mode' || id === 'site')} />
      </>
    )
  return (
    <>
      <AgentStats agentId={agentId} />
      {unfinished && <GettingStarted title="Getting started" steps={steps} />}
      {numbers}
    </>
  )
}
