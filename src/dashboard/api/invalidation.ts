import type { Query, QueryClient } from '@tanstack/react-query'
import type { Route } from '#contract/route.ts'
import { type RouteName, routes } from '#contract/routes.ts'

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

/** Marks queries stale and refetches those on screen. */
export function invalidate(client: QueryClient, names: readonly string[], params?: Record<string, string>): void {
  const predicate = (query: Query) => isStale(query.queryKey, names, params)
  void client.invalidateQueries({ predicate })
}

/** What a mutation's success makes stale, from the contract (`invalidates`). */
export function invalidateAfter(client: QueryClient, name: RouteName, params?: Record<string, string>): void {
  const route: Route = routes[name]
  if (route.invalidates) invalidate(client, route.invalidates, params)
}
