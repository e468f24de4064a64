import type { FastifyRequest } from 'fastify'
import type { Route } from '#contract/route.ts'
import type { Dependencies } from '../context.ts'
import { AppError } from '../errors.ts'
import { authenticateSession, authenticateVisitor, bearers } from './bindings.ts'
import { type Authenticated, publicUrl, SESSION_COOKIE } from './request.ts'

const BEARER = /^Bearer +(\S+) *$/i

/**
 * Finds out who sends the request, by API key, session or visitor's token; undefined if there is none, or it is not
 * known or no longer valid. Only an expired API key or session token of the public API is returned, with `isExpired`,
 * so that the client can be told.
 */
export async function authenticate(
  deps: Dependencies,
  route: Route,
  request: FastifyRequest,
): Promise<Authenticated | undefined> {
  if (route.api === 'public') return authenticateBearer(deps, request.headers.authorization)
  if (route.api === 'widget') return authenticateVisitor(deps, bearerOf(request.headers.authorization))
  const cookie = request.cookies[SESSION_COOKIE]
  const actor = cookie ? await authenticateSession(deps, cookie) : undefined
  return actor && { actor, isExpired: false }
}

async function authenticateBearer(deps: Dependencies, header: string | undefined): Promise<Authenticated | undefined> {
  const token = bearerOf(header)
  return bearers.find(({ isOurs }) => isOurs(token))?.authenticate(deps, token)
}

const bearerOf = (header: string | undefined): string => BEARER.exec(header ?? '')?.[1] ?? ''

/**
 * Refuses a call of the widget's API whose `Origin` header names another origin than this server's. The chat itself,
 * which runs in a frame, is a page of this server.
 * @throws AppError 403 `forbidden`
 */
export function assertOwnPage(deps: Dependencies, request: FastifyRequest): void {
  const { origin } = request.headers
  if (origin !== undefined && !ownOrigins(deps, request).includes(origin)) throw new AppError('forbidden')
}

/** The origins of this server: the one that the request addresses, and the configured one. */
function ownOrigins(deps: Dependencies, request: FastifyRequest): (string | undefined)[] {
  return [publicUrl(request, undefined), deps.config.publicUrl && new URL(deps.config.publicUrl).origin]
}

/**
 * Refuses a request other than GET or HEAD from a page of another origin, since the browser could add the session
 * cookie to it.
 * @throws AppError 403 `forbidden`
 */
export function assertSameOrigin(deps: Dependencies, request: FastifyRequest): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  const own = ownOrigins(deps, request)
  const allowed = origin === undefined ? site === undefined || site === 'same-origin' : own.includes(origin)
  if (!allowed) throw new AppError('forbidden')
}
