import { useQuery } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { createStore, useStore } from '#dashboard/lib/store.ts'

/** Addresses of endpoints created in this tab, by id: a tab with only an API key can't fetch them. */
const written = createStore<Readonly<Record<string, string>>>({})

export function rememberEndpointUrl(id: string, url: string): void {
  written.set({ ...written.get(), [id]: url })
}

/**
 * Address of an endpoint. The public list of endpoints omits addresses; the owner's own API provides them.
 * @returns undefined while loading, null where it is not available
 */
export function useEndpointUrl(agent: string, id: string): string | null | undefined {
  const { ownApi } = usePermissions()
  const mine = useStore(written)[id]
  const listed = useQuery({ ...api.listWebhookUrls.queryOptions({ params: { agent } }), enabled: ownApi })
  const known = listed.data?.find(({ endpoint_id }) => endpoint_id === id)?.url ?? mine
  return known ?? (!ownApi || listed.isFetched ? null : undefined)
}
