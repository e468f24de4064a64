import type { FastifyRequest } from 'fastify'
import type { Actor, Context, Dependencies } from '../context.ts'
import { sessionCookie } from './cookies.ts'
import type { Reply } from './request.ts'

/**
 * Makes the context of a use case from a request: the actor, the client's address and browser, and a way to set the
 * session cookie.
 */
export function requestContext(deps: Dependencies, request: FastifyRequest, reply: Reply, actor: Actor): Context {
  return {
    ...deps,
    log: request.log,
    actor,
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? null,
    setSessionCookie: (token) => sessionCookie(deps.config, request, reply, token),
  }
}
