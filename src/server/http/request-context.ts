import type { FastifyRequest } from 'fastify'
import type { Route } from '#contract/route.ts'
import type { Actor, Context, Dependencies } from '../context.ts'
import { sessionCookie } from './cookies.ts'
import { publicUrl, type Reply } from './request.ts'

/**
 * Makes the context that a use case gets: the dependencies, who asks, from where, and a way to set the session cookie.
 */
export function requestContext(
  deps: Dependencies,
  route: Route,
  request: FastifyRequest,
  reply: Reply,
  actor: Actor,
): Context {
  return {
    ...deps,
    log: request.log,
    actor,
    leastRole: route.role,
    publicUrl: publicUrl(request, deps.config.publicUrl),
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? null,
    answersAgain() {
      if (request.state) request.state.isRepeated = true
    },
    setSessionCookie: (token) => sessionCookie(deps.config, request, reply, token),
  }
}
