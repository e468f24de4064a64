import type { QueryClient } from '@tanstack/react-query'
import type { RouteName } from '#contract/routes.ts'

/**
 * Marks the queries as stale whose data a successful mutation has changed. The table of these queries is loaded only
 * now, so that it does not delay the first screen; if it can't be loaded, all queries are marked.
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
