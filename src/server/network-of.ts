import ipaddr from 'ipaddr.js'

/**
 * The address by which requests from one network are counted: an IPv4 address as it is, also one written as IPv6; of an
 * IPv6 address the first 64 bits, which is the least that a provider gives to one customer.
 */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  const parts = (address as ipaddr.IPv6).parts.slice(0, 4)
  return `${parts.map((part) => part.toString(16)).join(':')}::/64`
}
