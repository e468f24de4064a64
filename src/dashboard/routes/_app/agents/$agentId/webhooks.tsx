import { createFileRoute } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import { requireRoleFor } from '#dashboard/api/session.ts'
import { deliveriesQuery, endpointsQuery, readWebhookSearch } from '#dashboard/features/webhooks/webhook-search.ts'
import { WebhooksPage } from '#dashboard/features/webhooks/webhooks-page.tsx'
import { permissions } from '#dashboard/lib/permissions.ts'

export const Route = createFileRoute('/_app/agents/$agentId/webhooks')({
  validateSearch: readWebhookSearch,
  loaderDeps: ({ search: { endpoint, status, page } }) => ({ endpoint, status, page }),
  beforeLoad: () => requireRoleFor('listWebhookUrls'),
  loader: ({ context: { queryClient }, params: { agentId }, deps }) => {
    void queryClient.prefetchQuery(deliveriesQuery(agentId, deps))
    // Wait for these queries: content below them would move if they arrived later.
    return Promise.all([
      queryClient.prefetchQuery(endpointsQuery(agentId)),
      permissions.ownApi && queryClient.prefetchQuery(api.listWebhookUrls.queryOptions({ params: { agent: agentId } })),
    ])
  },
  component: WebhooksPage,
})
