import type { FastifyRequest } from 'fastify'
import type { Route } from '#contract/route.ts'
import type { Dependencies } from '../context.ts'
import { AppError } from '../errors.ts'
import { authenticateSession, bearers } from './bindings.ts'
import { type Authenticated, publicUrl, SESSION_COOKIE } from './request.ts'

const BEARER = /^Bearer +(\S+) *$/i

/** Finds out who sends the request, by API key or session; undefined without a valid one. */
export async function authenticate(
  deps: Dependencies,
  route: Route,
  request: FastifyRequest,
): Promise<Authenticated | undefined> {
  if (route.api === 'public') return authenticateBearer(deps, request.headers.authorization)
  const cookie = request.cookies[SESSION_COOKIE]
  const actor = cookie ? await authenticateSession(deps, cookie) : undefined
  return actor && { actor, isExpired: false }
}

async function authenticateBearer(deps: Dependencies, header: string | undefined): Promise<Authenticated | undefined> {
  const token = BEARER.exec(header ?? '')?.[1] ?? ''
  return bearers.find(({ isOurs }) => isOurs(token))?.authenticate(deps, token)
}

/**
 * Refuses a change that another website's page makes with the visitor's cookie: its origin differs from this server's.
 * @throws AppError 403 `forbidden`
 */
export function assertSameOrigin(deps: Dependencies, request: FastifyRequest): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  const own = [publicUrl(request, undefined), deps.config.publicUrl && new URL(deps.config.publicUrl).origin]
  const allowed = origin === undefined ? site === undefined || site === 'same-origin' : own.includes(origin)
  if (!allowed) throw new AppError('forbidden')
}
