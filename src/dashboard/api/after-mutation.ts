import type { QueryClient } from '@tanstack/react-query'
import type { RouteName } from '#contract/routes.ts'

/**
 * Marks the queries as stale that a successful mutation has changed. Which those are is loaded on demand, as a first
 * visit changes nothing; if that fails, all queries are taken for stale.
 */
export async function invalidateAfter(
  client: QueryClient,
  name: RouteName,
  params?: Record<string, string>,
): Promise<void> {
  const loaded = await import('./invalidation.ts').catch(() => undefined)
  if (loaded) loaded.invalidateAfter(client, name, params)
  else void client.invalidateQueries()
}
