import { type DeliveryStatus, deliveryStatuses } from '#contract/enums.ts'
import { oneOf, pageNumber, someText } from '#dashboard/lib/search.ts'

export interface WebhookSearch {
  /** Id of an endpoint, to show only its deliveries. */
  endpoint?: string | undefined
  status?: DeliveryStatus | undefined
  page?: number | undefined
  delivery?: string | undefined
  new?: true | undefined
}

export function readWebhookSearch(search: Record<string, unknown>): WebhookSearch {
  return {
    endpoint: someText(search.endpoint),
    status: oneOf(search.status, deliveryStatuses),
    page: pageNumber(search.page),
    delivery: someText(search.delivery),
    new: search.new ? true : undefined,
  }
}
