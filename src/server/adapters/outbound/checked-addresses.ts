import type { LookupFunction } from 'node:net'
import { isAddress, isPublicAddress } from './addresses.ts'
import { type AllowEntry, allowsAddress, allowsHost } from './allow.ts'
import { OutboundError } from './errors.ts'
import type { Resolve, ResolvedAddress } from './resolve.ts'

/** The addresses of a host, which may be an address itself, unchecked. */
export const addressesOf = async (host: string, resolve: Resolve): Promise<ResolvedAddress[]> =>
  isAddress(host) ? [{ address: host, family: host.includes(':') ? 6 : 4 }] : resolve(host)

/**
 * The addresses of a host to which a connection may be made. All must be allowed; of `localhost` only one; none if the
 * operator has allowed this host and port.
 * @throws OutboundError `blocked` for an address that is not allowed, `unknown_host` for a name that has no address; and
 *   what `resolve` throws
 */
export async function checkedAddresses(
  host: string,
  port: number,
  { allow, resolve }: { allow: readonly AllowEntry[]; resolve: Resolve },
): Promise<ResolvedAddress[]> {
  const found = await addressesOf(host, resolve)
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

/** A lookup that finds these addresses and no later answer of DNS. */
export const answerWith =
  (addresses: ResolvedAddress[]): LookupFunction =>
  (_hostname, options, callback) => {
    if (options.all) callback(null, addresses)
    else callback(null, addresses[0]?.address ?? '', addresses[0]?.family)
  }
