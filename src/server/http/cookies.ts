import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { publicUrl, type Reply, SESSION_COOKIE } from './request.ts'

// The longest that browsers keep a cookie (RFC 6265bis). The server decides when the session ends.
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60

/**
 * Sets the session cookie, or clears it if `token` is null. The cookie is `Secure` if people reach the server over
 * https.
 */
export function sessionCookie(config: Config, request: FastifyRequest, reply: Reply, token: string | null): void {
  const secure = publicUrl(request, config.publicUrl).startsWith('https:')
  const options = { path: '/', httpOnly: true, sameSite: 'lax' as const, secure }
  if (token === null) reply.clearCookie(SESSION_COOKIE, options)
  else reply.setCookie(SESSION_COOKIE, token, { ...options, maxAge: MAX_AGE_SECONDS })
}
