import type { Query, QueryClient } from '@tanstack/react-query'
import type { RouteName } from '#contract/routes.ts'
import { staleAfterMutation } from './stale-after.ts'

export type ApiKey = readonly [name: RouteName, params?: Record<string, string>, query?: Record<string, unknown>]

/** Whether a query is of one of these names and agrees on every path parameter that both have. */
export function isStale(
  key: readonly unknown[],
  names: readonly string[],
  params: Record<string, string> = {},
): boolean {
  const [name, own] = key as ApiKey
  if (!names.includes(name)) return false
  return Object.entries(own ?? {}).every(([parameter, value]) => (params[parameter] ?? value) === value)
}

export interface Stale {
  names: readonly string[]
  params?: Record<string, string> | undefined
}

/** Marks queries stale that any of these is about, and refetches those on screen, each once. */
export function invalidateAny(client: QueryClient, stale: readonly Stale[]): void {
  const predicate = (query: Query) => stale.some(({ names, params }) => isStale(query.queryKey, names, params))
  const fetching = client.getQueryCache().findAll({ predicate, fetchStatus: 'fetching' })
  void client.invalidateQueries({ predicate })
  // A refetch under way has begun anew; a first fetch goes on, and may bring what was true before the change.
  for (const { promise, queryKey, state } of fetching) {
    if (state.data !== undefined || !promise || outdated.has(promise)) continue
    outdated.add(promise)
    const again = () => client.invalidateQueries({ queryKey, exact: true })
    promise.then(again, () => undefined)
  }
}

/** First fetches that are asked for again when they end, however many changes they missed. */
const outdated = new WeakSet<Promise<unknown>>()

/** Marks the queries of some endpoints as out of date, all or those with these path parameters. */
export function invalidate(client: QueryClient, names: readonly string[], params?: Record<string, string>): void {
  invalidateAny(client, [{ names, params }])
}

/** Marks as out of date what a mutation's success makes stale. */
export function invalidateAfter(client: QueryClient, name: RouteName, params?: Record<string, string>): void {
  const names = staleAfterMutation(name)
  if (names.length > 0) invalidate(client, names, params)
}
