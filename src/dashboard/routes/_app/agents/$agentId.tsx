import { createFileRoute } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import { AgentLayout } from '#dashboard/features/agents/agent-layout.tsx'

export const Route = createFileRoute('/_app/agents/$agentId')({
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(api.getAgent.queryOptions({ params: { agent: params.agentId } })),
  component: () => <AgentLayout agentId={Route.useParams().agentId} />,
})
