import { createFileRoute } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import { AgentError } from '#dashboard/features/agents/agent-error.tsx'
import { AgentLayout } from '#dashboard/features/agents/agent-layout.tsx'

export const Route = createFileRoute('/_app/agents/$agentId')({
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(api.getAgent.queryOptions({ params: { agent: params.agentId } })),
  errorComponent: AgentError,
  component: () => <AgentLayout agentId={Route.useParams().agentId} />,
})
