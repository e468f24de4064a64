import type { FastifyRequest } from 'fastify'
import { endpoints } from '#contract/index.ts'
import type { publicRoutes } from '#contract/public-routes.ts'
import { type Route, takesIdempotencyKey } from '#contract/route.ts'
import { type Answered, answered, dataOf } from '../../answered.ts'
import type { Context, Dependencies } from '../../context.ts'
import { parse } from '../../validate.ts'
import type { LocatedRows, VerbResult } from '../binding.ts'
import { bindings } from '../bindings.ts'
import { locate } from '../locate.ts'
import type { Authenticated, Reply } from '../request.ts'
import { requestContext } from '../request-context.ts'
import { assertEntitled } from '../routes.ts'

/** An HTTP request that calls tools, and whose it is. */
export interface Caller {
  deps: Dependencies
  request: FastifyRequest
  reply: Reply
  authenticated: Authenticated
  organizationId: string
}

export type PublicName = keyof typeof publicRoutes

type Result<Name extends PublicName> = VerbResult<Name> extends Answered<infer Data> ? Data : VerbResult<Name>

interface AnyBinding {
  run(ctx: object, input: object): Promise<unknown>
}

/**
 * Runs the use case of an operation of the public API with the checks that its endpoint makes: scope, plan, role,
 * access to the rows that are named, and input.
 * @throws AppError as the endpoint does
 */
export async function call<Name extends PublicName>(
  caller: Caller,
  name: Name,
  { params = {}, query = {}, body }: { params?: Record<string, string>; query?: object; body?: unknown } = {},
): Promise<Result<Name>> {
  const endpoint: { query?: Parameters<typeof parse>[0]; body?: Parameters<typeof parse>[0]; route: Route } =
    endpoints[name]
  const { ctx, found } = await reach(caller, name, params)
  const input = {
    ...found,
    params,
    query: endpoint.query && parse(endpoint.query, query),
    body: endpoint.body && parse(endpoint.body, body ?? {}),
  }
  const keeping = { ...ctx, answer: async (_tx: unknown, data: unknown) => answered(data), isFollowed: false }
  const result = await (bindings[name] as unknown as AnyBinding).run(keeping, input)
  return (takesIdempotencyKey(endpoint.route) ? dataOf(result as Answered<unknown>) : result) as Result<Name>
}

/** What a use case needs to know of who asks, and the rows that an operation's path names. @throws AppError */
export async function reach(
  { deps, request, reply, authenticated }: Caller,
  name: PublicName,
  params: Record<string, string>,
): Promise<{ ctx: Context; found: LocatedRows }> {
  const { route } = endpoints[name]
  assertEntitled(route, authenticated)
  const ctx = requestContext(deps, route, request, reply, authenticated.actor)
  return { ctx, found: await locate(ctx, route.path, params, {}) }
}
