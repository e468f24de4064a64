import type { Query, QueryClient } from '@tanstack/react-query'
import type { RouteName } from '#contract/routes.ts'
import { staleAfterMutation } from './stale-after.ts'

export type ApiKey = readonly [name: RouteName, params?: Record<string, string>, query?: Record<string, unknown>]

/** Whether a query is of one of the operations and has equal values for all path parameters given on both sides. */
export function isStale(
  key: readonly unknown[],
  names: readonly string[],
  params: Record<string, string> = {},
): boolean {
  const [name, own] = key as ApiKey
  if (!names.includes(name)) return false
  return Object.entries(own ?? {}).every(([parameter, value]) => (params[parameter] ?? value) === value)
}

interface Stale {
  names: readonly string[]
  params?: Record<string, string> | undefined
}

/** Marks all matching queries as stale and refetches those on screen, each once. */
export function invalidateAny(client: QueryClient, stale: readonly Stale[]): void {
  const predicate = (query: Query) => stale.some(({ names, params }) => isStale(query.queryKey, names, params))
  const fetching = client.getQueryCache().findAll({ predicate, fetchStatus: 'fetching' })
  void client.invalidateQueries({ predicate })
  // `invalidateQueries` restarts a refetch under way, but not a first fetch, whose answer may predate the change.
  for (const { promise, queryKey, state } of fetching) {
    if (state.data !== undefined || !promise || outdated.has(promise)) continue
    outdated.add(promise)
    const again = () => client.invalidateQueries({ queryKey, exact: true })
    promise.then(again, () => undefined)
  }
}

/** First fetches to be repeated once they have succeeded; one repetition covers any number of changes. */
const outdated = new WeakSet<Promise<unknown>>()

export function invalidate(client: QueryClient, names: readonly string[], params?: Record<string, string>): void {
  invalidateAny(client, [{ names, params }])
}

export function invalidateAfter(client: QueryClient, name: RouteName, params?: Record<string, string>): void {
  const names = staleAfterMutation(name)
  if (names.length > 0) invalidate(client, names, params)
}
