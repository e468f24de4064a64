import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import { basePaths, type Route, takesIdempotencyKey } from '#contract/route.ts'
import type { OperationName } from '#contract/routes.ts'
import { widgetEndpoints } from '#contract/widget.ts'
import { type Answered, dataOf } from '../answered.ts'
import type { Actor, Context, Dependencies, PostContext, StreamContext } from '../context.ts'
import { AppError, invalid } from '../errors.ts'
import { parse } from '../validate.ts'
import { answerWithEvents } from './answer-with-events.ts'
import { authenticate } from './authenticate.ts'
import type { FileAnswer, Locators } from './binding.ts'
import { bindings, countVisitorRequest } from './bindings.ts'
import { compressionOf } from './compression.ts'
import { envelope, listEnvelope } from './envelope.ts'
import { isUnchanged, weakTag } from './etag.ts'
import { idempotently } from './idempotency.ts'
import { locate } from './locate.ts'
import { readMultipart } from './multipart.ts'
import { assertRoomFor } from './needs-room.ts'
import { assertOwnPage, assertSameOrigin } from './own-origin.ts'
import { countRequest } from './rate-limit.ts'
import { type Authenticated, type Reply, stateOf } from './request.ts'
import { requestContext } from './request-context.ts'
import { sendFile } from './send-file.ts'
import { answerWithReply, prefersEvents } from './stream-reply.ts'

/** A binding whose operation is only known at run time; its types are checked in bindings.ts. */
interface AnyBinding {
  run(ctx: Context | PostContext | StreamContext, input: unknown): Promise<unknown> | AsyncGenerator
  version?(ctx: Context, input: unknown): Promise<string> | string
  locate?: Partial<Locators>
}

export function registerRoutes(app: FastifyInstance, deps: Dependencies): void {
  const all = { ...endpoints, ...widgetEndpoints }
  const stopping = new AbortController()
  app.addHook('preClose', async () => stopping.abort())
  for (const name of Object.keys(all) as OperationName[])
    register(app, deps, all[name] as unknown as Endpoint, bindings[name] as unknown as AnyBinding, stopping.signal)
}

function register(
  app: FastifyInstance,
  deps: Dependencies,
  endpoint: Endpoint,
  binding: AnyBinding,
  stopping: AbortSignal,
): void {
  const route: Route = endpoint.route
  app.route({
    method: route.method,
    url: basePaths[route.api] + route.path.replace(/\{(\w+)\}/g, ':$1'),
    ...compressionOf(route.method),
    config: { operation: endpoint.name },
    bodyLimit: limits.jsonBodyBytes, // for JSON and CSV; the multipart plugin limits forms
    // Who may call what, and how often, is checked before the body is read.
    onRequest: (request, reply) => admit(deps, endpoint, binding, request, reply),
    async handler(request, reply) {
      const body = endpoint.multipart && request.isMultipart() ? await readMultipart(request) : request.body
      const run = (storeAnswer: PostContext['answer']) =>
        answer(deps, endpoint, binding, body, request, reply, storeAnswer)
      const sent = await idempotently(deps, { endpoint, body }, request, reply, run)
      if (!isFollowed(route, request) || reply.statusCode >= 300) return sent
      return answerWithReply(deps, stopping, request, reply, (sent as { data: unknown }).data)
    },
  })
}

const isFollowed = (route: Route, request: FastifyRequest): boolean =>
  route.followed === true && prefersEvents(request.headers.accept)

/** Runs the checks of everything but query and body: who asks, how often, with what rights, about which rows. */
async function admit(
  deps: Dependencies,
  endpoint: Endpoint,
  binding: AnyBinding,
  request: FastifyRequest,
  reply: Reply,
): Promise<void> {
  const route: Route = endpoint.route
  // Reads may be cached but must be revalidated; an answer to a change may contain a secret.
  reply.header('Cache-Control', route.method === 'GET' ? 'private, no-cache' : 'no-store')
  if (route.api === 'first-party') assertSameOrigin(deps, request)
  if (route.api === 'widget') assertOwnPage(deps, request)
  const params = request.params as Record<string, string>
  const authenticated = await authenticate(deps, route, request)
  request.organizationId = organizationOf(authenticated?.actor)
  if (route.api === 'public' && request.organizationId) reply.header('Baton-Organization', request.organizationId)
  if (route.visitorRate) await countVisitorRequest(deps, route.visitorRate, request.ip, authenticated?.actor)
  if (route.session !== 'none') {
    await countRequest(deps, route, request, reply, authenticated)
    if (!authenticated) throw new AppError('unauthenticated')
    if (authenticated.isExpired) throw new AppError('token_expired')
    assertEntitled(route, authenticated)
  }
  const ctx = requestContext(deps, route, request, reply, authenticated?.actor ?? { kind: 'anonymous' })
  const found = await locate(ctx, route.path, params, binding.locate ?? {})
  request.organizationId ??= found.organization?.id ?? found.agent?.organization_id ?? null
  await assertRoomFor(deps, endpoint.name)
  assertContentType(endpoint, request)
  request.state = { ctx, found, params, isRepeated: false }
}

const organizationOf = (actor: Actor | undefined): string | null =>
  (actor && 'organizationId' in actor && actor.organizationId) || null

/** @throws AppError 403 if an organization's plan does not include the API */
export function assertPlan({ actor, plan }: Authenticated): void {
  if (actor.kind === 'api_key' && plan === 'free') throw new AppError('premium_required')
}

/** @throws AppError 403 if the plan or the key's scopes do not include an operation */
export function assertEntitled(route: Route, authenticated: Authenticated): void {
  const { actor } = authenticated
  if (actor.kind !== 'api_key') return
  assertPlan(authenticated)
  if (route.scope && !actor.scopes.includes(route.scope))
    throw new AppError('insufficient_scope', { message: `This action requires the ${route.scope} scope.` })
}

function assertContentType(endpoint: Endpoint, request: FastifyRequest): void {
  const { method, receives }: Route = endpoint.route
  const type = request.headers['content-type'] ?? ''
  if (method === 'GET') return
  const isForm = type.startsWith('multipart/')
  const isTable = /^text\/csv\b/i.test(type)
  if ((isForm && !endpoint.multipart) || (isTable && receives !== 'text/csv'))
    throw new AppError('validation_failed', { status: 415, message: 'This content type is not supported.' })
}

async function answer(
  deps: Dependencies,
  endpoint: Endpoint,
  binding: AnyBinding,
  raw: unknown,
  request: FastifyRequest,
  reply: Reply,
  storeAnswer: PostContext['answer'],
): Promise<unknown> {
  const { method, status, existing, maxAge, file, streams, rate }: Route = endpoint.route
  const { ctx, found, params } = stateOf(request)
  const query = endpoint.query && parse(endpoint.query, request.query)
  const body = parseBody(endpoint, request, raw)
  const input = { ...found, params, query, body }

  if (method === 'GET' && binding.version) {
    const tag = weakTag(request.url, await binding.version(ctx, input))
    if (isUnchanged(request, reply, tag)) return reply.status(304).send()
  }
  if (streams) {
    const { gone, send } = answerWithEvents(request, reply)
    return send(binding.run({ ...ctx, gone }, input) as AsyncGenerator)
  }
  if (file) return sendFile(reply, file, (await binding.run(ctx, input)) as FileAnswer)
  if (takesIdempotencyKey(endpoint.route)) {
    const postContext = { ...ctx, answer: storeAnswer, isFollowed: isFollowed(endpoint.route, request) }
    const stored = (await binding.run(postContext, input)) as Answered<unknown>
    reply.status(status)
    return envelope(request, dataOf(stored))
  }
  const result = await binding.run(ctx, input)
  if (!endpoint.data) return reply.status(status).send()
  if (method === 'GET' && !binding.version)
    if (isUnchanged(request, reply, weakTag(JSON.stringify(result)))) return reply.status(304).send()
  reply.status(stateOf(request).isRepeated ? (existing ?? status) : status)
  if (maxAge !== undefined) reply.header('Cache-Control', `public, max-age=${maxAge}`)
  request.isWithoutNews = rate === 'polling' && isEmptyList(result)
  if (!endpoint.paginated) return envelope(request, result)
  return listEnvelope(
    request,
    deps.config.publicUrl,
    result as { items: unknown; total: number },
    query as { page: number; per_page: number },
  )
}

/** Whether a result is a page of a list that has no entries on it. */
const isEmptyList = (result: unknown): boolean => (result as { items?: unknown[] }).items?.length === 0

const isFileAsJson = (raw: unknown) => typeof raw === 'object' && raw !== null && 'type' in raw && raw.type === 'file'

function parseBody(endpoint: Endpoint, request: FastifyRequest, raw: unknown): unknown {
  if (endpoint.multipart && request.isMultipart()) return parse(endpoint.multipart, raw)
  if (endpoint.multipart && isFileAsJson(raw)) throw invalid('file', 'must be sent as a part of multipart/form-data')
  return endpoint.body && parse(endpoint.body, raw === undefined ? {} : raw)
}
