import { deliveryStatuses } from '#contract/enums.ts'
import { among, isSet, pageNumber, searchReader, someText } from '#dashboard/lib/search.ts'

export const readWebhookSearch = searchReader({
  /** Id of an endpoint, to show only its deliveries. */
  endpoint: someText,
  status: among(deliveryStatuses),
  page: pageNumber,
  delivery: someText,
  new: isSet,
})

export type WebhookSearch = ReturnType<typeof readWebhookSearch>
