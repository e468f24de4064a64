import proxyAddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'

/** Makes a function that says whether an address is one of the proxies that TRUST_PROXY names. */
export function trustedProxies(named: readonly string[]): (address: string) => boolean {
  if (named.length === 0) return () => false
  const trusts = proxyAddr.compile([...named])
  return (address) => trusts(address, 0)
}

/** An address as it is written in TRUST_PROXY: an IPv4 address as one, even if it comes written as an IPv6 address. */
export function plainAddress(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address
}

const PRIVATE: readonly string[] = ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat']

/** Whether an address is of this machine or a private network, and so no client of the internet. */
export function isPrivateAddress(address: string): boolean {
  return !ipaddr.isValid(address) || PRIVATE.includes(ipaddr.process(address).range())
}
