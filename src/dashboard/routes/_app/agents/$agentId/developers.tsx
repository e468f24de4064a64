import { createFileRoute } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import { requireRoleFor } from '#dashboard/api/session.ts'
import { DevelopersPage } from '#dashboard/features/agents/developers-page.tsx'
import { deliveriesQuery, endpointsQuery } from '#dashboard/features/webhooks/webhook-queries.ts'
import { readWebhookSearch } from '#dashboard/features/webhooks/webhook-search.ts'
import { WebhooksPage } from '#dashboard/features/webhooks/webhooks-page.tsx'
import { late } from '#dashboard/lib/late.tsx'
import { useFocusOnHash } from '#dashboard/lib/use-focus-on-hash.ts'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'

const AgentLines = late(
  () => import('#dashboard/features/developers/agent-lines.tsx'),
  'AgentLines',
  <Skeleton className="h-100 rounded-lg" />,
)

export const Route = createFileRoute('/_app/agents/$agentId/developers')({
  validateSearch: readWebhookSearch,
  loaderDeps: ({ search: { endpoint, status, page } }) => ({ endpoint, status, page }),
  beforeLoad: () => requireRoleFor('listFullWebhookEndpoints'),
  loader: async ({ context: { queryClient }, params: { agentId }, deps }) => {
    void queryClient.prefetchQuery(deliveriesQuery(agentId, deps))
    // Wait for these queries: content below the endpoints would move if they arrived later.
    await Promise.all([
      queryClient.prefetchQuery(endpointsQuery(agentId)),
      queryClient.ensureQueryData(api.getAgentSettings.queryOptions({ params: { agent: agentId } })),
    ])
  },
  component: () => {
    const { agentId } = Route.useParams()
    useFocusOnHash()
    return (
      <DevelopersPage
        key={agentId}
        agentId={agentId}
        webhooks={<WebhooksPage />}
        apiLines={<AgentLines agentId={agentId} />}
      />
    )
  },
})
