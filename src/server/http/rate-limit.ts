import type { FastifyRequest } from 'fastify'
import type { Route } from '#contract/route.ts'
import type { Dependencies } from '../context.ts'
import { AppError } from '../errors.ts'
import { networkOf } from '../network-of.ts'
import type { Authenticated, Reply } from './request.ts'

/**
 * Rate limits of the public API: counts a request in its rate class, by its API key or session, or by network if it has
 * no valid one. Sets the headers that say how many are left. A route without a rate class is not limited.
 * @throws AppError 429 `rate_limit_exceeded`
 */
export async function countRequest(
  deps: Dependencies,
  route: Route,
  request: FastifyRequest,
  reply: Reply,
  authenticated: Authenticated | undefined,
): Promise<void> {
  if (!route.rate) return
  const key = `${counterOf(request, authenticated)}:${route.rate}`
  const counted = await deps.rateLimits.consume(key, deps.config.rateLimits[route.rate])
  reply.header('X-RateLimit-Limit', counted.limit)
  reply.header('X-RateLimit-Remaining', counted.remaining)
  if (counted.allowed) return
  reply.header('Retry-After', Math.max(1, Math.ceil((counted.resetAt - deps.now()) / 1000)))
  reply.header('X-RateLimit-Reset', Math.ceil(counted.resetAt / 1000))
  throw new AppError('rate_limit_exceeded')
}

function counterOf(request: FastifyRequest, authenticated: Authenticated | undefined): string {
  if (!authenticated || authenticated.isExpired) return `ip:${networkOf(request.ip)}`
  const { actor } = authenticated
  if (actor.kind === 'visitor') return `visitor:${actor.visitorId}`
  return actor.kind === 'api_key' ? `key:${actor.keyId}` : `session:${actor.sessionId}`
}
