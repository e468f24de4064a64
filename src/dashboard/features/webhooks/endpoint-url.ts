import { useQuery } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import { connection } from '#dashboard/lib/connection.ts'
import { createStore, useStore } from '#dashboard/lib/store.ts'
import type { Delivery } from './webhook-search.ts'

/** Addresses written in this tab, by their endpoint's id: the list of endpoints leaves addresses out. */
const written = createStore<Readonly<Record<string, string>>>({})

export function rememberEndpointUrl(id: string, url: string): void {
  written.set({ ...written.get(), [id]: url })
}

/**
 * An endpoint's address, from what was delivered to it or from when it was made.
 * @param shown The deliveries on the screen; undefined while loading.
 * @returns undefined while unknown, null where nothing says it: nothing was sent yet.
 */
export function useEndpointUrl(
  agent: string,
  id: string,
  shown: readonly Delivery[] | undefined,
): string | null | undefined {
  const mine = useStore(written)[id]
  const known = shown?.find(({ endpoint_id }) => endpoint_id === id)?.url ?? mine
  const latest = useQuery({
    ...api.listWebhookDeliveries.queryOptions({ params: { agent }, query: { endpoint: id, per_page: 1 } }),
    enabled: !connection && shown !== undefined && known === undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return known ?? (latest.data && (latest.data.data[0]?.url ?? null))
}
