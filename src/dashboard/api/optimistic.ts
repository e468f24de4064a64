import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Shows a change before the server has confirmed it.
 * @param keys Prefixes of query keys; the cached data of every query that matches one is changed.
 * @param change Returns the cached data with the change applied.
 * @returns a function that restores the previous data, for `onError`
 */
export async function showAtOnce<Cached>(
  client: QueryClient,
  keys: readonly QueryKey[],
  change: (cached: Cached) => Cached,
): Promise<() => void> {
  await Promise.all(keys.map((queryKey) => client.cancelQueries({ queryKey })))
  const before = keys.flatMap((queryKey) => client.getQueriesData<Cached>({ queryKey }))
  for (const [key, cached] of before) if (cached !== undefined) client.setQueryData(key, change(cached))
  return () => {
    for (const [key, cached] of before) client.setQueryData(key, cached)
  }
}

/**
 * Options of a mutation whose body holds new values of some fields: they are shown before the server has confirmed
 * them, and the previous values are shown again if it refuses.
 * @param queryKey Prefix of the keys of the queries whose data have the fields.
 */
export const fieldsAtOnce = (client: QueryClient, queryKey: QueryKey) => ({
  onMutate: ({ body }: { body: object }) =>
    showAtOnce<object>(client, [queryKey], (cached) => ({ ...cached, ...body })),
  onError: (_error: unknown, _variables: unknown, undo: (() => void) | undefined) => undo?.(),
})
