import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Shows a change before the server has confirmed it.
 * @param keys Prefixes of the keys of the queries whose cached data is changed.
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

/** Mutation options that show the body's values before the server confirms them, and take them back if it refuses. */
export const fieldsAtOnce = (client: QueryClient, queryKey: QueryKey) => ({
  onMutate: ({ body }: { body: object }) =>
    showAtOnce<object>(client, [queryKey], (cached) => ({ ...cached, ...body })),
  onError: (_error: unknown, _variables: unknown, undo: (() => void) | undefined) => undo?.(),
})
