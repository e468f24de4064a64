import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

const CONNECT_COOKIE = 'baton_connect'
const ORIGIN = /^(https:\/\/[a-z0-9.-]+|http:\/\/(localhost|127\.0\.0\.1|\[::1\]))(:\d{1,5})?$/

const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
].join(';')

/**
 * The security headers of answers by default, after OWASP ASVS 5: no inline scripts, no framing, no plugins. They are
 * constant, since a library that computes them for each request takes a fifth of a short request's time.
 */
export const securityHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
}

/** Whether the configured public address begins with https; false if none is configured. */
export const isHttps = ({ publicUrl }: Config): boolean => publicUrl?.startsWith('https:') ?? false

/** The HSTS header, for answers over https (RFC 6797). */
export const transportSecurity: Readonly<Record<string, string>> = { 'Strict-Transport-Security': 'max-age=31536000' }

/**
 * Adds the security headers to every answer, and HSTS if the configured public address begins with https or the request
 * came over https, to this server or to a trusted proxy in front of it.
 */
export function registerSecurityHeaders(app: FastifyInstance, config: Config): void {
  const isPublicHttps = isHttps(config)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(securityHeaders)
    if (isPublicHttps || request.protocol === 'https') reply.headers(transportSecurity)
    const origin = connectedOrigin(request.headers.cookie)
    if (origin) reply.header('Content-Security-Policy', POLICY.replace("connect-src 'self'", `$& ${origin}`))
    done()
  })
}

/**
 * The origin of another Baton server, to which the dashboard may connect; undefined if none. For "Connect to another
 * server", the dashboard calls that server's public API from the browser, so the content security policy must permit
 * the one origin that was chosen in this browser and stored in a cookie. Permitting all of `https:` would let an
 * injected script send data anywhere. Only a script of this origin (or of a sibling of its host) can set the cookie,
 * the pattern permits neither wildcards nor a second source, and plain http only reaches this machine.
 */
function connectedOrigin(cookies: string | undefined): string | undefined {
  if (!cookies?.includes(`${CONNECT_COOKIE}=`)) return undefined
  const cookie = cookies.split('; ').find((part) => part.startsWith(`${CONNECT_COOKIE}=`))
  const origin = decode(cookie?.slice(CONNECT_COOKIE.length + 1) ?? '')
  return ORIGIN.test(origin) ? origin : undefined
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
