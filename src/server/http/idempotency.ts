import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Route, takesIdempotencyKey } from '#contract/route.ts'
import { answered } from '../answered.ts'
import type { Actor, Dependencies, PostContext } from '../context.ts'
import { AppError, invalid } from '../errors.ts'
import { envelope, errorEnvelope } from './envelope.ts'
import { type ClaimedKey, claimKey, inProgress } from './idempotency-keys.ts'
import { type Reply, stateOf } from './request.ts'

const KEY_LENGTH = 255

/**
 * Runs a POST with an `Idempotency-Key` once, and answers each repetition within a day with the first answer, but
 * without secrets (draft-ietf-httpapi-idempotency-key-header). A key is valid for one caller and one path. A success is
 * stored by the transaction that does the work, an error after its rollback. So if the process dies, either the answer
 * is stored or nothing was done; then the key is free once its lease has ended. Without the header or a caller, or on a
 * route that takes no key, it just runs: signing in can't be answered again, because its cookie would have to be
 * stored.
 * @param body as it was received, before validation
 * @param run gets the function that stores the answer, for `PostContext`
 * @throws AppError 422 on `Idempotency-Key` if the key was used for a different request or has the wrong length, 409
 * `idempotency_in_progress` while the first request runs, 404 if what the first answer was about has been erased since,
 * and what `run` throws
 */
export async function idempotently(
  deps: Dependencies,
  { endpoint, body }: { endpoint: Endpoint; body: unknown },
  request: FastifyRequest,
  reply: Reply,
  run: (answer: PostContext['answer']) => Promise<unknown>,
): Promise<unknown> {
  const key = request.headers['idempotency-key']
  const route: Route = endpoint.route
  const owner = ownerOf(stateOf(request).ctx.actor)
  if (!takesIdempotencyKey(route) || key === undefined || owner === undefined)
    return run(async (_tx, data) => answered(data))
  if (typeof key !== 'string' || key.length === 0 || key.length > KEY_LENGTH)
    throw invalid('Idempotency-Key', `must be 1 to ${KEY_LENGTH} characters`)

  const [path = '', query = ''] = request.url.split('?')
  const claim = await claimKey(deps, hash(owner, path, key), await hashBody(salt(body, key), query, body))
  switch (claim.kind) {
    case 'other_request':
      throw invalid('Idempotency-Key', 'was already used for another request')
    case 'running':
      throw inProgress()
    case 'erased':
      reply.header('Idempotent-Replayed', 'true')
      throw new AppError('resource_not_found')
    case 'answered':
      reply.header('Idempotent-Replayed', 'true')
      reply.status(claim.answer.status)
      return claim.answer.body
  }
  try {
    return await run(async (tx, data, about) => {
      const shownAgain = withoutSecrets(endpoint.secrets ?? [], data)
      const body = envelope(request, shownAgain)
      await claim.key.keep(tx, { status: route.status, body, subjectId: about ?? subjectOf(request, data) })
      return answered(data)
    })
  } catch (error) {
    await settle(claim.key, request, error)
    throw error
  } finally {
    claim.key.end()
  }
}

/**
 * Stores an error of the request (4xx). After an error of the server or a 429 it frees the key, if it has no answer.
 */
async function settle(key: ClaimedKey, request: FastifyRequest, error: unknown): Promise<void> {
  try {
    if (error instanceof AppError && error.status < 500 && error.status !== 429)
      await key.refuse({
        status: error.status,
        body: errorEnvelope(request, error),
        subjectId: subjectOf(request, undefined),
      })
    else await key.release()
  } catch (failure) {
    request.log.error({ err: failure }, 'an idempotency key could not be settled; it is free when its lease ends')
  }
}

/** What an answer is about: the conversation in the path, else what the request has created. Empty if neither. */
function subjectOf(request: FastifyRequest, data: unknown): string {
  const { conversation } = stateOf(request).found
  if (conversation) return conversation.id
  const { id } = (data ?? {}) as { id?: unknown }
  return typeof id === 'string' ? id : ''
}

function ownerOf(actor: Actor): string | undefined {
  if (actor.kind === 'api_key') return `key ${actor.keyId}`
  if (actor.kind === 'visitor') return `visitor ${actor.visitorId}`
  return actor.kind === 'session' ? `user ${actor.userId}` : undefined
}

/** Removes the secrets from an answer before it is stored: all fields with these names, at any depth. */
export function withoutSecrets(names: readonly string[], data: unknown): unknown {
  if (names.length === 0) return data
  return JSON.parse(JSON.stringify(data, (name, value) => (names.includes(name) ? undefined : value)))
}

/**
 * Is hashed with a body that has a `password`, which could else be guessed from the fast hash of a short body. The
 * idempotency key can be this salt, because it is stored nowhere itself.
 */
function salt(body: unknown, key: string): string[] {
  return typeof body === 'object' && body !== null && 'password' in body ? [key] : []
}

async function hashBody(salt: readonly string[], query: string, body: unknown): Promise<string> {
  if (!isMultipart(body)) return hash(...salt, query, JSON.stringify(body ?? null))
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
