import { createFileRoute } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import { requireRoleFor } from '#dashboard/api/session.ts'
import { WidgetPage } from '#dashboard/features/agents/widget/widget-page.tsx'

export const Route = createFileRoute('/_app/agents/$agentId/widget')({
  beforeLoad: () => requireRoleFor('updateAgentSettings'),
  loader: async ({ context, params }) => {
    const input = { params: { agent: params.agentId } }
    await Promise.all([
      context.queryClient.ensureQueryData(api.getAgentSettings.queryOptions(input)),
      context.queryClient.ensureQueryData(api.getWidgetSightings.queryOptions(input)),
    ])
  },
  component: () => {
    const { agentId } = Route.useParams()
    return <WidgetPage key={agentId} agentId={agentId} />
  },
})
