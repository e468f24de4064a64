import type { FastifyRequest } from 'fastify'
import type { Route } from '#contract/route.ts'
import type { Config } from '../config.ts'
import type { Actor, Context, Dependencies } from '../context.ts'
import { publicUrl, type Reply, SESSION_COOKIE } from './request.ts'

// The longest that browsers keep a cookie (RFC 6265bis). The server decides when the session ends.
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60

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
    setSessionCookie: (token) => setSessionCookie(deps.config, request, reply, token),
  }
}

/**
 * Sets the session cookie, or clears it if `token` is null. The cookie is `Secure` if people reach the server over
 * https.
 */
function setSessionCookie(config: Config, request: FastifyRequest, reply: Reply, token: string | null): void {
  const secure = publicUrl(request, config.publicUrl).startsWith('https:')
  const options = { path: '/', httpOnly: true, sameSite: 'lax' as const, secure }
  if (token === null) reply.clearCookie(SESSION_COOKIE, options)
  else reply.setCookie(SESSION_COOKIE, token, { ...options, maxAge: MAX_AGE_SECONDS })
}
