import { useQuery } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { createStore, useStore } from '#dashboard/lib/store.ts'

/** Addresses written in this tab, by their endpoint's id: with a key alone nothing else tells them. */
const written = createStore<Readonly<Record<string, string>>>({})

export function rememberEndpointUrl(id: string, url: string): void {
  written.set({ ...written.get(), [id]: url })
}

/**
 * An endpoint's address: the public list leaves it out, the owner's own has it.
 * @returns undefined while unknown, null where nothing says it.
 */
export function useEndpointUrl(agent: string, id: string): string | null | undefined {
  const { ownApi } = usePermissions()
  const mine = useStore(written)[id]
  const listed = useQuery({ ...api.listWebhookUrls.queryOptions({ params: { agent } }), enabled: ownApi })
  const known = listed.data?.find(({ endpoint_id }) => endpoint_id === id)?.url ?? mine
  return known ?? (!ownApi || listed.isFetched ? null : undefined)
}
