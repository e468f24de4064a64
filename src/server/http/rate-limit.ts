import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Route } from '#contract/route.ts'
import type { Dependencies } from '../context.ts'
import { AppError } from '../errors.ts'
import type { Authenticated, Reply } from './request.ts'

const KNOWN = 10_000 // senders

/** What a sender's requests count as, by a hash of their bearer: it never changes. */
const known = new Map<string, string>()

/** A request that is being counted while it is found out who sends it: a way to the database less. */
export interface CountedAhead {
  counter: string
  counting: ReturnType<Dependencies['rateLimits']['consume']>
}

/** Begins to count a request whose sender has been here before. */
export function countAhead(deps: Dependencies, route: Route, request: FastifyRequest): CountedAhead | undefined {
  const counter = route.rate && deps.database.isRemote && known.get(senderOf(request))
  if (!route.rate || !counter) return undefined
  const counting = consume(deps, counter, route.rate)
  counting.catch(() => {}) // told to whoever waits for it, if anybody does
  return { counter, counting }
}

/**
 * Counts a request of the public API against its class: per key or session, or per address when it carries neither.
 * @throws AppError 429 `rate_limit_exceeded`
 */
export async function countRequest(
  deps: Dependencies,
  route: Route,
  request: FastifyRequest,
  reply: Reply,
  authenticated: Authenticated | undefined,
  ahead: CountedAhead | undefined,
): Promise<void> {
  if (!route.rate) return
  const counter = counterOf(request, authenticated)
  const counted = await (ahead?.counter === counter ? ahead.counting : consume(deps, counter, route.rate))
  if (deps.database.isRemote && authenticated && !authenticated.isExpired) remember(senderOf(request), counter)
  reply.header('X-RateLimit-Limit', counted.limit)
  reply.header('X-RateLimit-Remaining', counted.remaining)
  if (counted.allowed) return
  reply.header('Retry-After', Math.max(1, Math.ceil((counted.resetAt - deps.now()) / 1000)))
  reply.header('X-RateLimit-Reset', Math.ceil(counted.resetAt / 1000))
  throw new AppError('rate_limit_exceeded')
}

function remember(sender: string, counter: string): void {
  known.delete(sender)
  known.set(sender, counter) // the newest last
  if (known.size <= KNOWN) return
  for (const oldest of known.keys()) return void known.delete(oldest)
}

function consume(deps: Dependencies, counter: string, rate: NonNullable<Route['rate']>) {
  return deps.rateLimits.consume(`${counter}:${rate}`, deps.config.rateLimits[rate])
}

function senderOf(request: FastifyRequest): string {
  return hash('sha256', request.headers.authorization ?? '')
}

function counterOf(request: FastifyRequest, authenticated: Authenticated | undefined): string {
  if (!authenticated || authenticated.isExpired) return `ip:${request.ip}`
  const { actor } = authenticated
  return actor.kind === 'api_key' ? `key:${actor.keyId}` : `session:${actor.sessionId}`
}
