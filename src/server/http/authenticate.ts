import type { FastifyRequest } from 'fastify'
import type { Route } from '#contract/route.ts'
import type { Dependencies } from '../context.ts'
import { authenticateSession, authenticateVisitor, bearers } from './bindings.ts'
import { type Authenticated, SESSION_COOKIE } from './request.ts'

const BEARER = /^Bearer +(\S+) *$/i

/**
 * Finds out who sends the request, by API key, session or visitor's token; undefined if there is none, or it is not
 * known or no longer valid. Only an expired API key or session token of the public API is returned, with `isExpired`,
 * so that the client can be told. The line that the log gets of the request says what kind of caller it was.
 */
export async function authenticate(
  deps: Dependencies,
  route: Route,
  request: FastifyRequest,
): Promise<Authenticated | undefined> {
  const found = await find(deps, route, request)
  if (found) request.actorKind = found.actor.kind
  return found
}

async function find(deps: Dependencies, route: Route, request: FastifyRequest): Promise<Authenticated | undefined> {
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
