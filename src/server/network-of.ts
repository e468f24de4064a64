import ipaddr from 'ipaddr.js'

/**
 * The text under which the requests of one network are counted: an IPv4 address as it is, even if it comes written as
 * an IPv6 address; of an IPv6 address the first 64 bits, the smallest network that a provider gives to one customer. A
 * text that is no address is returned unchanged.
 */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  const parts = (address as ipaddr.IPv6).parts.slice(0, 4)
  return `${parts.map((part) => part.toString(16)).join(':')}::/64`
}
