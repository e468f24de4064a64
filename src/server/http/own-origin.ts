import type { FastifyRequest } from 'fastify'
import type { Dependencies } from '../context.ts'
import { AppError } from '../errors.ts'
import { wordsOfOrigin } from '../process/notice-words.ts'
import { hostOf, publicUrl } from './request.ts'

/** Refuses a change from a page of another origin, as browsers could add the session cookie. @throws AppError 403 */
export function assertSameOrigin(deps: Dependencies, request: FastifyRequest): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const { origin, 'sec-fetch-site': site } = request.headers
  if (origin === undefined && site !== undefined && site !== 'same-origin') throw new AppError('forbidden')
  assertOwnPage(deps, request)
}

/**
 * Refuses a request of another `Origin` than the addressed or configured one. If it may be this server's own page at an
 * unknown address, the error says what to set, and the log and the doctor are told.
 * @throws AppError 403 `forbidden`
 */
export function assertOwnPage(deps: Dependencies, request: FastifyRequest): void {
  const { origin } = request.headers
  const { publicUrl: configured } = deps.config
  if (origin === undefined || origin === configured) return
  const addressed = publicUrl(request, undefined)
  const isRefused = origin !== addressed
  if (isRefused && !mayBeOurs(request)) throw new AppError('forbidden')
  // Where requests address the configured host, proxies pass it on as they should, and a page of another host is another
  // server's.
  const host = configured === undefined ? undefined : new URL(configured).host
  const isForeign = hostOf(request) === host && new URL(origin).host !== host
  if (!isForeign && (isRefused || configured !== undefined)) tell(deps, origin, isRefused)
  if (isRefused) throw new AppError('forbidden', { message: refusalOf(request, origin, addressed, configured) })
}

/**
 * Whether a foreign `Origin` may be this server's own: a browser that says how they relate decides; others don't say.
 */
function mayBeOurs({ headers: { origin = '', 'sec-fetch-site': site } }: FastifyRequest): boolean {
  return (
    /^https?:/.test(origin) &&
    URL.canParse(origin) &&
    new URL(origin).origin === origin &&
    (site === undefined || site === 'same-origin')
  )
}

function refusalOf(request: FastifyRequest, origin: string, addressed: string, configured: string | undefined): string {
  const { header } = request.unnamedProxy ?? {}
  const open = configured === undefined ? '' : `, or open ${configured} (PUBLIC_URL) instead`
  if (header !== undefined)
    return `The request came through a proxy (${header}) that TRUST_PROXY does not name. Set TRUST_PROXY to the proxy's address, which the server's log tells, and PUBLIC_URL to ${origin}${open}.`
  if (configured !== undefined)
    return `This page was opened at ${origin}, but this server's address is ${configured} (PUBLIC_URL). Open it there, or set PUBLIC_URL to ${origin}.`
  return `This page was opened at ${origin}, but its requests reach this server as ${addressed}. Set PUBLIC_URL to ${origin}.`
}

function tell({ config, log, notice }: Dependencies, origin: string, isRefused: boolean): void {
  const { seen, mend } = wordsOfOrigin({ origin, isRefused }, config.publicUrl)
  if (notice('otherOrigin', { origin, isRefused })) log.warn({ origin }, `${seen} ${mend}`)
}
