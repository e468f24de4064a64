import { createFileRoute } from '@tanstack/react-router'
import { AgentOverview } from '#dashboard/features/agents/agent-overview.tsx'
import { useHasReplied } from '#dashboard/features/playground/said.ts'

export const Route = createFileRoute('/_app/agents/$agentId/')({
  component: () => {
    const { agentId } = Route.useParams()
    return <AgentOverview agentId={agentId} isTried={useHasReplied(agentId)} />
  },
})
