import {
  mutationOptions,
  queryOptions,
  type UseMutationOptions,
  type UseQueryOptions,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import { randomId } from '#contract/random-id.ts'
import { type Route, takesIdempotencyKey } from '#contract/route.ts'
import { type RouteName, routes } from '#contract/routes.ts'
import { type ApiError, isApiError } from './api-error.ts'
import { allParams, call } from './client.ts'
import type { LooseInput } from './exchange.ts'
import type { ApiKey } from './invalidation.ts'
import type { Answer, CallInput, InputArguments, MutationInput, MutationVariables } from './types.ts'

// repetitions of a mutation that got no answer or is still under way; a POST that has an Idempotency-Key sends it again
const RETRIES = 2

type QueryOptions<Name extends RouteName, Selected> = UseQueryOptions<Answer<Name>, ApiError, Selected, ApiKey>
type QueryExtras<Name extends RouteName, Selected> = Omit<QueryOptions<Name, Selected>, 'queryKey' | 'queryFn'>
type QueryArguments<Name extends RouteName, Selected> =
  Record<never, never> extends CallInput<Name>
    ? [asked?: CallInput<Name> & QueryExtras<Name, Selected>]
    : [asked: CallInput<Name> & QueryExtras<Name, Selected>]
type MutationExtras<Name extends RouteName, Context> = UseMutationOptions<
  Answer<Name>,
  ApiError,
  MutationVariables<Name>,
  Context
>

function operation<Name extends RouteName>(name: Name) {
  const route: Route = routes[name]

  // All options of an operation share one map: a rerender passes new ones while a repetition must find the first key.
  const idempotencyKeys = new WeakMap<object, string>()

  /** As a filter, a key matches all queries with at least its parameters: without input, all of the operation's. */
  const key = (input?: Partial<CallInput<Name>>): ApiKey => {
    if (!input) return [name]
    const { params, query } = input as LooseInput
    return [name, allParams(route, params), query ?? {}]
  }

  const ofQuery = (...[input]: InputArguments<Name>) =>
    queryOptions<Answer<Name>, ApiError, Answer<Name>, ApiKey>({
      queryKey: key(input ?? {}),
      queryFn: ({ signal }) => call(name, input, { signal }),
    })

  /** The query client invalidates what the mutation makes stale. */
  const ofMutation = () =>
    mutationOptions<Answer<Name>, ApiError, MutationVariables<Name>>({
      mutationKey: [name],
      meta: { operation: name },
      mutationFn: (variables) => {
        const input = (variables ?? {}) as MutationInput<Name>
        const idempotencyKey = input.idempotencyKey ?? keyFor(variables)
        return call(name, input, { ...input, idempotencyKey })
      },
      retry: (failures, error) => route.method !== 'DELETE' && failures < RETRIES && isRepeatable(route, error),
    })

  return {
    key,
    queryOptions: ofQuery,
    mutationOptions: ofMutation,

    /** Takes the options of `useQuery` beside the operation's input. */
    useQuery: <Selected = Answer<Name>>(...[asked]: QueryArguments<Name, Selected>) => {
      const { params, query, ...options } = (asked ?? {}) as LooseInput
      const input = [{ params, query }] as unknown as InputArguments<Name>
      return useQuery({ ...ofQuery(...input), ...options } as QueryOptions<Name, Selected>)
    },

    useMutation: <Context = unknown>(options?: MutationExtras<Name, Context>) =>
      useMutation({ ...ofMutation(), ...options } as MutationExtras<Name, Context>),
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
