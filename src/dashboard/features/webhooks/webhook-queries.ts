import type { WebhookEvent } from '#contract/events.ts'
import type { Data } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'
import type { WebhookSearch } from './webhook-search.ts'

export type Endpoint = Data<'listFullWebhookEndpoints'>[number]
export type Delivery = Data<'listWebhookDeliveries'>[number]

/** Query for all endpoints of an agent: their number is limited, so that one page holds them. */
export function endpointsQuery(agent: string) {
  return api.listFullWebhookEndpoints.queryOptions({ params: { agent }, query: { per_page: 100 } })
}

export function deliveriesQuery(agent: string, { endpoint, status, page }: WebhookSearch) {
  return api.listWebhookDeliveries.queryOptions({ params: { agent }, query: { endpoint, status, page } })
}

export const eventLabels: Record<WebhookEvent, string> = {
  public_api_message_created: 'Message stored',
  public_api_human_handoff: 'Handed to a person',
}

/** Label of a delivery's event, which may also be a test or an event that no longer exists. */
export const deliveryLabel = ({ event }: Delivery): string =>
  event === 'test' ? 'Test' : (eventLabels[event as WebhookEvent] ?? event)
