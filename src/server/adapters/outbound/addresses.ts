import ipaddr from 'ipaddr.js'

type Address = ReturnType<typeof ipaddr.parse>
export type Network = ReturnType<typeof ipaddr.parseCIDR>

/** Azure's metadata and DNS service, an internal service of that cloud at an address in a public range. */
const HOST_SERVICES = ipaddr.parseCIDR('168.63.129.16/32')
/** The only IPv6 range that IANA has assigned for global unicast; all others are special or unassigned. */
const GLOBAL_UNICAST_V6 = ipaddr.parseCIDR('2000::/3')
/** The IETF protocol assignments (Teredo, benchmarking, ORCHID, anycast services), where no website is. */
const PROTOCOL_ASSIGNMENTS_V6 = ipaddr.parseCIDR('2001::/23')
/** The sixth group of an ISATAP address, whatever its prefix; the two groups after it hold an IPv4 address. */
const ISATAP_GROUP = 0x5efe

export const isAddress = (text: string): boolean => ipaddr.isValid(text)

export function inNetwork(address: string, network: Network): boolean {
  const parsed = parseAddress(address)
  return parsed !== null && matches(parsed, network)
}

/** Parses `10.0.0.0/8` or `fd00::/8`; null for anything else. */
export function parseNetwork(text: string): Network | null {
  try {
    return ipaddr.parseCIDR(text)
  } catch {
    return null
  }
}

/**
 * Whether an address is global unicast, all that outbound requests may reach by default. Refuses private, loopback,
 * link-local, shared, multicast and reserved ranges, and the IPv6 forms that carry an IPv4 address (mapped, compatible,
 * NAT64, 6to4, Teredo, ISATAP). Source: the IANA special-purpose address registries (RFC 6890).
 */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text)
  if (address === null || address.range() !== 'unicast') return false
  if (address.kind() === 'ipv4') return !matches(address, HOST_SERVICES)
  const groups = (address as ipaddr.IPv6).parts
  return matches(address, GLOBAL_UNICAST_V6) && !matches(address, PROTOCOL_ASSIGNMENTS_V6) && groups[5] !== ISATAP_GROUP
}

function matches(address: Address, [network, bits]: Network): boolean {
  return address.kind() === network.kind() && address.match(network, bits)
}

function parseAddress(text: string): Address | null {
  return ipaddr.isValid(text) ? ipaddr.parse(text) : null
}
