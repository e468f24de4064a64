import type { FastifyRequest } from 'fastify'
import type { Route } from '#contract/route.ts'
import type { Dependencies } from '../context.ts'
import { AppError } from '../errors.ts'
import { authenticateSession, bearers } from './bindings.ts'
import { type Authenticated, publicUrl, SESSION_COOKIE } from './request.ts'

const BEARER = /^Bearer +(\S+) *$/i

/** Who sends the request; undefined when it carries no valid key or session. */
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

/** A page of another site can send the cookie along, but not this server's origin. */
export function assertSameOrigin(deps: Dependencies, request: FastifyRequest): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  const own = [publicUrl(request, undefined), deps.config.publicUrl && new URL(deps.config.publicUrl).origin]
  const allowed = origin === undefined ? site === undefined || site === 'same-origin' : own.includes(origin)
  if (!allowed) throw new AppError('forbidden')
}
