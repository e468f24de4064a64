import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Route } from '#contract/route.ts'
import type { RouteName } from '#contract/routes.ts'
import type { Actor, Dependencies } from '../context.ts'
import { AppError, invalid } from '../errors.ts'
import { errorEnvelope } from './envelope.ts'
import { claimKey, type KeptAnswer } from './idempotency-keys.ts'
import { type Reply, stateOf } from './request.ts'

const KEY_LENGTH = 255

/** What an answer shows once. It is not kept, and so not in the replay. */
const secrets: Partial<Record<RouteName, string>> = {
  createWebhookEndpoint: 'secret',
  createApiKey: 'key',
  createIdentitySecret: 'secret',
  createSessionToken: 'token',
}

/**
 * Runs a POST that carries an `Idempotency-Key` once, and answers every repetition within a day as it answered the
 * first (draft-ietf-httpapi-idempotency-key-header). The key is the caller's own and counts for one path.
 *
 * Without the header, and where nobody is signed in yet, it just runs: signing in can't be answered from memory, for
 * its cookie would have to be kept.
 *
 * @param body as it was received, before it is checked
 * @throws AppError 422 on `Idempotency-Key` for another request under a known key, 409 `idempotency_in_progress`
 */
export async function idempotently(
  deps: Dependencies,
  { endpoint, body }: { endpoint: Endpoint; body: unknown },
  request: FastifyRequest,
  reply: Reply,
  run: () => Promise<unknown>,
): Promise<unknown> {
  const key = request.headers['idempotency-key']
  const route: Route = endpoint.route
  const owner = ownerOf(stateOf(request).ctx.actor)
  if (route.method !== 'POST' || key === undefined || owner === undefined) return run()
  if (typeof key !== 'string' || key.length === 0 || key.length > KEY_LENGTH)
    throw invalid('Idempotency-Key', `must be 1 to ${KEY_LENGTH} characters`)

  const [path = '', query = ''] = request.url.split('?')
  const claim = await claimKey(deps, hash(owner, path, key), await hashBody(query, body))
  switch (claim.kind) {
    case 'other_request':
      throw invalid('Idempotency-Key', 'was already used for another request')
    case 'running':
      reply.header('Retry-After', 1)
      throw new AppError('idempotency_in_progress')
    case 'answered':
      reply.header('Idempotent-Replayed', 'true')
      reply.status(claim.answer.status)
      return claim.answer.body
  }
  const settle = (answer: KeptAnswer | undefined) =>
    (answer ? claim.keep(answer) : claim.release()).catch((error: unknown) =>
      request.log.error({ err: error }, 'an answer could not be kept under its idempotency key'),
    )
  try {
    const answer = await run()
    await settle({ status: reply.statusCode, body: withoutSecret(endpoint.name, answer) })
    return answer
  } catch (error) {
    const isKept = error instanceof AppError && error.status < 500 && error.status !== 429
    await settle(isKept ? { status: error.status, body: errorEnvelope(request, error) } : undefined)
    throw error
  }
}

function ownerOf(actor: Actor): string | undefined {
  if (actor.kind === 'api_key') return `key ${actor.keyId}`
  return actor.kind === 'session' ? `user ${actor.userId}` : undefined
}

function withoutSecret(name: RouteName, answer: unknown): unknown {
  const secret = secrets[name]
  if (!secret) return answer
  const { data, ...rest } = answer as { data: Record<string, unknown> }
  const { [secret]: _shownOnce, ...shown } = data
  return { data: shown, ...rest }
}

async function hashBody(query: string, body: unknown): Promise<string> {
  if (!isMultipart(body)) return hash(query, JSON.stringify(body ?? null))
  const parts = Object.entries(body).map(async ([name, value]) =>
    value instanceof File
      ? [name, value.name, value.type, hash(new Uint8Array(await value.arrayBuffer()))]
      : [name, String(value)],
  )
  return hash(query, JSON.stringify(await Promise.all(parts)))
}

const isMultipart = (body: unknown): body is Record<string, unknown> =>
  typeof body === 'object' && body !== null && Object.values(body).some((value) => value instanceof File)

function hash(...parts: (string | Uint8Array)[]): string {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(part).update('\n')
  return sum.digest('base64url')
}
