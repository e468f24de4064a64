import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { Input } from '#contract/index.ts'
import { randomId } from '#contract/random-id.ts'
import { type Route, takesIdempotencyKey } from '#contract/route.ts'
import { type RouteName, routes } from '#contract/routes.ts'
import { type ApiError, isApiError } from './api-error.ts'
import { call } from './client.ts'
import type { ApiKey } from './invalidation.ts'
import type { Answer, InputArguments, MutationInput, MutationVariables } from './types.ts'

// repetitions of a mutation that got no answer or is still under way; a POST that has an Idempotency-Key sends it again
const RETRIES = 2

function operation<Name extends RouteName>(name: Name) {
  const route: Route = routes[name]

  // All options of an operation share one map: a rerender passes new ones while a repetition must find the first key.
  const idempotencyKeys = new WeakMap<object, string>()

  /** As a filter, a key matches all queries with at least its parameters: without input, all of the operation's. */
  const key = (input?: Partial<Input<Name>>): ApiKey => {
    if (!input) return [name]
    const { params, query } = input as { params?: Record<string, string>; query?: Record<string, unknown> }
    return [name, params ?? {}, query ?? {}]
  }

  return {
    key,

    queryOptions: (...[input]: InputArguments<Name>) =>
      queryOptions<Answer<Name>, ApiError, Answer<Name>, ApiKey>({
        queryKey: key(input ?? {}),
        queryFn: ({ signal }) => call(name, input, { signal }),
      }),

    /** Options for `useMutation`. The query client invalidates what the mutation makes stale. */
    mutationOptions: () =>
      mutationOptions<Answer<Name>, ApiError, MutationVariables<Name>>({
        mutationKey: [name],
        meta: { operation: name },
        mutationFn: (variables) => {
          const input = (variables ?? {}) as MutationInput<Name>
          const idempotencyKey = input.idempotencyKey ?? keyFor(variables)
          return call(name, input, { ...input, idempotencyKey })
        },
        retry: (failures, error) => route.method !== 'DELETE' && failures < RETRIES && isRepeatable(route, error),
      }),
  }

  /** TanStack Query passes the identical variables to each repetition, so that all share one key. */
  function keyFor(variables: unknown): string | undefined {
    if (!takesIdempotencyKey(route) || name === 'createSessionToken') return undefined
    if (typeof variables !== 'object' || variables === null) return undefined
    const known = idempotencyKeys.get(variables) ?? randomId()
    idempotencyKeys.set(variables, known)
    return known
  }
}

function isRepeatable(route: Route, error: ApiError): boolean {
  if (route.session === 'none' || route.streams) return false
  return isApiError(error, 'server_unreachable', 'idempotency_in_progress')
}

type Api = { [Name in RouteName]: ReturnType<typeof operation<Name>> }

export const api = Object.fromEntries(
  (Object.keys(routes) as RouteName[]).map((name) => [name, operation(name)]),
) as unknown as Api
