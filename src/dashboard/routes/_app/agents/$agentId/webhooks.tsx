import { createFileRoute } from '@tanstack/react-router'
import { requireRoleFor } from '#dashboard/api/session.ts'
import { deliveriesQuery, endpointsQuery } from '#dashboard/features/webhooks/webhook-queries.ts'
import { readWebhookSearch } from '#dashboard/features/webhooks/webhook-search.ts'
import { WebhooksPage } from '#dashboard/features/webhooks/webhooks-page.tsx'

export const Route = createFileRoute('/_app/agents/$agentId/webhooks')({
  validateSearch: readWebhookSearch,
  loaderDeps: ({ search: { endpoint, status, page } }) => ({ endpoint, status, page }),
  beforeLoad: () => requireRoleFor('listFullWebhookEndpoints'),
  loader: ({ context: { queryClient }, params: { agentId }, deps }) => {
    void queryClient.prefetchQuery(deliveriesQuery(agentId, deps))
    // Wait for this query: content below the endpoints would move if they arrived later.
    return queryClient.prefetchQuery(endpointsQuery(agentId))
  },
  component: WebhooksPage,
})
