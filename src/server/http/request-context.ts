import type { FastifyRequest } from 'fastify'
import { basePaths, type Route } from '#contract/route.ts'
import { routes } from '#contract/routes.ts'
import type { Actor, Context, Dependencies } from '../context.ts'
import type { Config } from '../settings/config.ts'
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
    audit: route.audit ?? 'none',
    leastRole: route.role,
    publicUrl: publicUrl(request, deps.config.publicUrl),
    ip: request.ip,
    isAddressShared: request.isAddressShared,
    device: {
      token: (userId) => request.cookies[DEVICE_COOKIE + userId],
      remember: (userId, token) => reply.setCookie(DEVICE_COOKIE + userId, token, deviceCookie(deps.config, request)),
    },
    userAgent: request.headers['user-agent'] ?? null,
    answersAgain() {
      if (request.state) request.state.isRepeated = true
    },
    setSessionCookie: (token) => setSessionCookie(deps.config, request, reply, token),
  }
}

const DEVICE_COOKIE = 'baton_device_' // followed by the account's id, as several people may use a browser
const SIGN_IN_PATH = basePaths['first-party'] + routes.signIn.path // no other request has a use for the cookie

/** Cookies are `Secure` if people reach the server over https. */
const cookieOptions = (config: Config, request: FastifyRequest) => ({
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: publicUrl(request, config.publicUrl).startsWith('https:'),
})

const deviceCookie = (config: Config, request: FastifyRequest) => ({
  ...cookieOptions(config, request),
  path: SIGN_IN_PATH,
  maxAge: MAX_AGE_SECONDS,
})

/** Clears the session cookie if `token` is null. */
function setSessionCookie(config: Config, request: FastifyRequest, reply: Reply, token: string | null): void {
  const options = { ...cookieOptions(config, request), path: '/' }
  if (token === null) reply.clearCookie(SESSION_COOKIE, options)
  else reply.setCookie(SESSION_COOKIE, token, { ...options, maxAge: MAX_AGE_SECONDS })
}
