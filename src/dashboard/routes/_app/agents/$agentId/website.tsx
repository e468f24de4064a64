import { createFileRoute } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import { requireRoleFor } from '#dashboard/api/session.ts'
import { WebsitePage } from '#dashboard/features/agents/website/website-page.tsx'

export const Route = createFileRoute('/_app/agents/$agentId/website')({
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
    return <WebsitePage key={agentId} agentId={agentId} />
  },
})
