import { MutationCache, QueryClient } from '@tanstack/react-query'
import type { RouteName } from '#contract/routes.ts'
import { invalidateAfter } from './api/after-mutation.ts'
import { isApiError } from './api/api-error.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: { operation?: RouteName }
  }
}

// milliseconds within which a screen shown again is not refetched, unless an event or mutation made it stale
const FRESH_MS = 30_000
const RETRIES = 2

function shouldRetry(failures: number, error: unknown): boolean {
  if (failures >= RETRIES) return false
  return isApiError(error, 'server_unreachable', 'upstream_failure', 'service_unavailable')
}

export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: shouldRetry,
        retryDelay: (failures) => Math.min(400 * 2 ** failures, 5_000),
      },
      mutations: { retryDelay: (failures) => Math.min(500 * 2 ** failures, 5_000) },
    },
    mutationCache: new MutationCache({
      onSuccess: (_data, variables, _result, mutation) => {
        const operation = mutation.meta?.operation
        if (!operation) return undefined
        const params = (variables as { params?: Record<string, string> } | undefined)?.params
        return invalidateAfter(client, operation, params)
      },
    }),
  })
  return client
}
