import ipaddr from 'ipaddr.js'

type Address = ReturnType<typeof ipaddr.parse>
export type Network = ReturnType<typeof ipaddr.parseCIDR>

/** Reachable from inside a cloud's machine although its range is public: Azure's metadata and DNS service. */
const HOST_SERVICES = ipaddr.parseCIDR('168.63.129.16/32')
/** The only IPv6 space IANA has given out for global unicast; everything else is special or not assigned. */
const GLOBAL_UNICAST_V6 = ipaddr.parseCIDR('2000::/3')
/** IETF protocol assignments: Teredo, benchmarks, ORCHID and anycast services, never a website. */
const PROTOCOL_ASSIGNMENTS_V6 = ipaddr.parseCIDR('2001::/23')
/** ISATAP hides an IPv4 address behind these two groups, whatever the prefix. */
const ISATAP_GROUP = 0x5efe

/** Whether a text is an IPv4 or IPv6 address, without brackets. */
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
 * Whether an address is global unicast, the only kind that outbound requests may reach. Private, loopback, link-local,
 * shared, benchmark, multicast and reserved ranges are not, nor is any IPv6 form that carries an IPv4 address.
 * Source: the IANA special-purpose address registries (RFC 6890).
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
