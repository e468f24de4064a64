import { createFileRoute, redirect } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import { requireRoleFor } from '#dashboard/api/session.ts'
import { AgentSettingsPage } from '#dashboard/features/agents/settings/agent-settings-page.tsx'
import { useFocusOnHash } from '#dashboard/lib/use-focus-on-hash.ts'

export const Route = createFileRoute('/_app/agents/$agentId/settings')({
  beforeLoad: ({ location: { hash }, params }) => {
    requireRoleFor('updateAgentSettings')
    // Two cards that have moved.
    if (hash === 'visitors-identity' || hash === 'actions')
      throw redirect({ to: '/agents/$agentId/developers', params, hash, replace: true })
  },
  loader: ({ context, params }) =>
    Promise.all([
      context.queryClient.ensureQueryData(api.getAgentSettings.queryOptions({ params: { agent: params.agentId } })),
      context.queryClient.ensureQueryData(api.listOwnModels.queryOptions()),
    ]),
  component: () => {
    const { agentId } = Route.useParams()
    useFocusOnHash()
    return <AgentSettingsPage key={agentId} agentId={agentId} />
  },
})
