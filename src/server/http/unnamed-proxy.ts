import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Dependencies } from '../context.ts'
import { wordsOfProxy } from '../process/notice-words.ts'
import type { UnnamedProxy } from '../process/notices.ts'
import { isPrivateAddress, plainAddress, trustedProxies } from '../settings/trusted-proxies.ts'
import { hostOf } from './request.ts'
import { isHttps } from './security-headers.ts'

/** The headers by which proxies say for whom they ask, in the order in which they are looked for. */
const FORWARDING = [
  'X-Forwarded-Proto',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Port',
  'X-Real-IP',
  'Forwarded',
].map((name) => ({ name, key: name.toLowerCase() }))

declare module 'fastify' {
  interface FastifyRequest {
    /** The proxy from which the request came, if TRUST_PROXY does not name it. */
    unnamedProxy: UnnamedProxy | null
    /**
     * Whether the request's address may be that of a proxy with many clients: one that TRUST_PROXY does not name, or
     * one that must be there, as PUBLIC_URL is https and this server speaks http.
     */
    isAddressShared: boolean
  }
}

/** The forwarding header of a request, as it is usually written; undefined if there is none. */
function forwardingHeader(headers: IncomingHttpHeaders): string | undefined {
  return FORWARDING.find(({ key }) => headers[key] !== undefined)?.name
}

/**
 * Finds requests from proxies that TRUST_PROXY does not name; the first is told in the log and the doctor. Clients can
 * send forwarding headers too, so addresses outside private networks are told apart.
 */
export function registerUnnamedProxy(app: FastifyInstance, deps: Dependencies): void {
  const { config, log, notice } = deps
  const trusts = trustedProxies(config.trustProxy)
  const isPublicHttps = isHttps(config)
  app.decorateRequest('unnamedProxy', null)
  app.decorateRequest('isAddressShared', false)
  app.addHook('onRequest', (request, _reply, done) => {
    const header = forwardingHeader(request.headers)
    if ((header !== undefined || isPublicHttps) && !trusts(request.socket.remoteAddress ?? '')) meet(request, header)
    done()
  })

  function meet(request: FastifyRequest, header: string | undefined): void {
    request.isAddressShared = true
    if (header === undefined && request.headers.origin !== config.publicUrl) return
    const address = plainAddress(request.socket.remoteAddress ?? '')
    const proxy = { address, ...(header !== undefined && { header }), host: hostOf(request) }
    request.unnamedProxy = proxy
    const isFirst = notice(isPrivateAddress(address) ? 'unnamedProxy' : 'possibleProxy', proxy)
    const { seen, mend } = wordsOfProxy(proxy, config.trustProxy)
    if (isFirst) log.warn({ address, header }, `${seen} ${mend}`)
  }
}
