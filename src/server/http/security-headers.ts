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
 * OWASP ASVS 5: no inline script, no framing, no plugins, on every page and answer. They are always the same, so they
 * are written here once: a library that works them out for each request takes a fifth of a short one's time.
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

/** Whether people reach it over https, as far as is known before a request. */
export const isHttps = ({ publicUrl }: Config): boolean => publicUrl?.startsWith('https:') ?? false

/** HSTS, for what is served over https (RFC 6797). */
export const transportSecurity: Readonly<Record<string, string>> = { 'Strict-Transport-Security': 'max-age=31536000' }

/** Puts them on every answer, and HSTS where it is served over https, be it by a proxy in front. */
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
 * "Connect to another server": the dashboard then calls that server's public API from the browser. Its pages may reach
 * the one origin that was asked for in this browser, kept in a cookie, and no other; `https:` at large would give
 * whatever got into a page a way to carry things out. Only a script of this origin (or of a sibling of its host) can set
 * the cookie, the pattern lets neither a wildcard nor a second source through, and plain http reaches this machine alone.
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
