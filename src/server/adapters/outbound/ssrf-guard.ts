import type { LookupFunction } from 'node:net'
import type { Agent, buildConnector } from 'undici'
import { isAddress, isPublicAddress } from './addresses.ts'
import { type AllowEntry, allowsAddress, allowsHost, hostOf, portOf } from './allow.ts'
import { OutboundError } from './errors.ts'
import { createResolve, type Resolve, type ResolvedAddress } from './resolve.ts'

const CONNECT_TIMEOUT_MS = 10_000
const IDLE_SOCKET_MS = 4_000

/**
 * Guards against server-side request forgery (SSRF) by checking every connection when it is made. Resolves a name once,
 * requires all its addresses to be allowed (of `localhost` only one; none if the operator has allowed this host and
 * port), and connects to one of exactly these, so that a later DNS answer is never used (DNS rebinding). Requests to
 * one host never share a socket: a slow webhook receiver must not delay other customers. Callers limit how many
 * requests run at once.
 * @throws OutboundError (its requests) `blocked` for an address that is not allowed, `unknown_host` for a name that has
 * no address; and what `resolve` throws
 */
export async function createGuardedAgent(
  allow: readonly AllowEntry[],
  resolve: Resolve = createResolve(),
): Promise<Agent> {
  const undici = await import('undici')

  async function checkedAddresses(host: string, port: number): Promise<ResolvedAddress[]> {
    const found = isAddress(host) ? [{ address: host, family: host.includes(':') ? 6 : 4 }] : await resolve(host)
    if (allowsHost(allow, host, port)) return found
    const passes = ({ address }: ResolvedAddress) => isPublicAddress(address) || allowsAddress(allow, address, port)
    // `localhost` has an IPv4 and an IPv6 address, of which the operator may have allowed only one.
    const checked = host === 'localhost' ? found.filter(passes) : found
    const refused = checked.find((address) => !passes(address)) ?? (checked.length === 0 ? found[0] : undefined)
    if (refused) {
      const sentence = `${host} leads to ${refused.address}, a private or reserved address that can't be requested.`
      throw new OutboundError('blocked', sentence)
    }
    if (checked.length === 0) throw new OutboundError('unknown_host', `The name ${host} has no address.`)
    return checked
  }

  function connect(options: buildConnector.Options, callback: buildConnector.Callback): void {
    checkedAddresses(hostOf(options), portOf(options)).then(
      (addresses) => {
        const connector = undici.buildConnector({
          timeout: CONNECT_TIMEOUT_MS,
          autoSelectFamily: true,
          maxCachedSessions: 0,
          lookup: answerWith(addresses),
        })
        connector(options, callback)
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
    )
  }

  return new undici.Agent({
    connect,
    keepAliveTimeout: IDLE_SOCKET_MS,
    keepAliveMaxTimeout: IDLE_SOCKET_MS,
  })
}

const answerWith =
  (addresses: ResolvedAddress[]): LookupFunction =>
  (_hostname, options, callback) => {
    if (options.all) callback(null, addresses)
    else callback(null, addresses[0]?.address ?? '', addresses[0]?.family)
  }
