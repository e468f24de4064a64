import { createFileRoute } from '@tanstack/react-router'
import { AgentOverview } from '#dashboard/features/agents/agent-overview.tsx'
import { Playground } from '#dashboard/features/playground/playground.tsx'
import { useHasReplied } from '#dashboard/features/playground/use-trial.ts'

export const Route = createFileRoute('/_app/agents/$agentId/')({
  component: () => {
    const { agentId } = Route.useParams()
    const playground = <Playground key={agentId} agentId={agentId} />
    return <AgentOverview agentId={agentId} playground={playground} isTried={useHasReplied(agentId)} />
  },
})
