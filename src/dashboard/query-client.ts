import { MutationCache, QueryClient } from '@tanstack/react-query'
import type { RouteName } from '#contract/routes.ts'
import { isApiError } from './api/api-error.ts'
import { invalidateAfter } from './api/invalidation.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: { operation?: RouteName }
  }
}

const FRESH_MS = 30_000 // going back to a screen within this shows it as it was; events and mutations override it
const RETRIES = 2

/** Only what may pass by itself is tried again: a refusal stays a refusal. */
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
        if (!operation) return
        const params = (variables as { params?: Record<string, string> } | undefined)?.params
        invalidateAfter(client, operation, params)
      },
    }),
  })
  return client
}
