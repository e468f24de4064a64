import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import Webhook from 'lucide-react/icons/webhook'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { pollWhile } from '#dashboard/api/poll-while.ts'
import { EmptyState } from '#dashboard/components/empty-state.tsx'
import { ErrorState } from '#dashboard/components/error-state.tsx'
import { late } from '#dashboard/lib/late.tsx'
import { useShortcut } from '#dashboard/lib/shortcuts.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { EndpointTable } from './endpoint-table.tsx'
import { LabCard, VerifyCard } from './verify-card.tsx'
import { type Delivery, deliveriesQuery, endpointsQuery } from './webhook-queries.ts'
import type { WebhookSearch } from './webhook-search.ts'

const route = getRouteApi('/_app/agents/$agentId/developers')
const NewEndpointDialog = late(() => import('./new-endpoint-dialog.tsx'), 'NewEndpointDialog')
const DeliveryLog = late(() => import('./delivery-log.tsx'), 'DeliveryLog', <Skeleton className="h-72 rounded-lg" />)
const DeliveryPanel = late(() => import('./delivery-panel.tsx'), 'DeliveryPanel')

const PACE = { ms: 2_000, max: 30_000, live: 30_000 }

export function WebhooksPage() {
  const { agentId } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const endpoints = useQuery(endpointsQuery(agentId))
  const deliveries = useQuery({
    ...deliveriesQuery(agentId, search),
    placeholderData: keepPreviousData,
    refetchInterval: pollWhile(
      ({ state }) => state.data?.data.some(({ status }) => status === 'pending') ?? false,
      PACE,
    ),
  })
  // The delivery that a test or a repetition has just created, shown before the log contains it.
  const [latest, setLatest] = useState<Delivery>()
  const change = (changed: WebhookSearch) =>
    void navigate({ search: (now) => ({ ...now, ...changed }), resetScroll: 'page' in changed })
  const show = (delivery: Delivery) => {
    setLatest(delivery)
    change({ delivery: delivery.id })
  }
  const sent = latest?.id === search.delivery ? latest : undefined

  const full = (endpoints.data?.meta.total ?? 0) >= limits.webhookEndpoints
  useShortcut('n', 'New webhook endpoint', () => change({ new: true }), { enabled: !full })
  const newEndpoint = (
    <Button scope="conversation:edit" variant="primary" disabled={full} onClick={() => change({ new: true })}>
      <Plus aria-hidden /> New endpoint
    </Button>
  )
  return (
    <>
      {endpoints.data === undefined && endpoints.error ? (
        <ErrorState error={endpoints.error} onRetry={() => void endpoints.refetch()} />
      ) : endpoints.data?.data.length === 0 ? (
        <EmptyState icon={Webhook} title="No endpoints yet" action={newEndpoint}>
          A webhook tells your own server, with a signature, what happens in conversations made through the API, such as
          an answer of the agent’s or a handoff to a person.
        </EmptyState>
      ) : (
        <>
          <div className="flex items-center gap-x-4 gap-y-3 max-sm:flex-col max-sm:items-stretch">
            <p className="min-w-0 flex-1 text-pretty text-muted">
              {full
                ? `An agent has at most ${limits.webhookEndpoints} endpoints: delete one to add another.`
                : 'Every event arrives at least once. Until an endpoint answers with 2xx, it is sent again for about three days.'}
            </p>
            {newEndpoint}
          </div>
          <EndpointTable agentId={agentId} endpoints={endpoints.data?.data} onSent={show} />
          <VerifyCard />
          <LabCard />
        </>
      )}
      {(endpoints.data?.data.length !== 0 || (deliveries.data?.meta.total ?? 0) > 0) && (
        <DeliveryLog endpoints={endpoints.data?.data} deliveries={deliveries} search={search} onChange={change} />
      )}
      {search.delivery && (deliveries.data || sent) && (
        <DeliveryPanel
          key={search.delivery}
          agentId={agentId}
          deliveryId={search.delivery}
          listed={deliveries.data?.data.find(({ id }) => id === search.delivery)}
          sent={sent}
          endpoints={endpoints.data?.data}
          onReplayed={show}
          onClose={() => change({ delivery: undefined })}
        />
      )}
      {search.new && <NewEndpointDialog agentId={agentId} onClose={() => change({ new: undefined })} />}
    </>
  )
}
