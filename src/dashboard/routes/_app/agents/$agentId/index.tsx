import { createFileRoute } from '@tanstack/react-router'
import { AgentOverview } from '#dashboard/features/agents/agent-overview.tsx'

export const Route = createFileRoute('/_app/agents/$agentId/')({
  component: () => <AgentOverview agentId={Route.useParams().agentId} />,
})
