import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Shows a change before the server has confirmed it.
 * @param keys Queries that show it; every cached one whose key begins so is changed.
 * @param change Cached data → data with the change.
 * @returns a function that puts everything back, for `onError`.
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
