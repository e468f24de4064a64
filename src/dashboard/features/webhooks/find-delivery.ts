import { queryOptions } from '@tanstack/react-query'
import type { ApiError } from '#dashboard/api/api-error.ts'
import { call } from '#dashboard/api/client.ts'
import type { ApiKey } from '#dashboard/api/invalidation.ts'
import { pollWhile } from '#dashboard/api/poll-while.ts'
import type { Delivery } from './webhook-queries.ts'

const PER_PAGE = 100
const PAGES = 10 // pages searched; a delivery that is on none of them counts as deleted
const PACE = { ms: 5_000, max: 30_000, live: 30_000 }

/**
 * Query for one delivery. As the API can't fetch a single one, it searches the latest thousand; its data is null when
 * the delivery is not among them.
 */
export function deliveryQuery(agent: string, id: string) {
  return queryOptions<Delivery | null, ApiError, Delivery | null, ApiKey>({
    queryKey: ['listWebhookDeliveries', { agent }, { delivery: id }],
    queryFn: async ({ signal }) => {
      for (let page = 1; page <= PAGES; page++) {
        const input = { params: { agent }, query: { page, per_page: PER_PAGE } }
        const { data, meta } = await call('listWebhookDeliveries', input, { signal })
        const found = data.find((delivery) => delivery.id === id)
        if (found) return found
        if (page >= meta.last_page) return null
      }
      return null
    },
    refetchInterval: pollWhile(({ state }) => state.data?.status === 'pending', PACE),
  })
}
