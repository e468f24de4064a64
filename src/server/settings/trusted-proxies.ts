import proxyAddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'

export function trustedProxies(named: readonly string[]): (address: string) => boolean {
  if (named.length === 0) return () => false
  const trusts = proxyAddr.compile([...named])
  return (address) => trusts(address, 0)
}

/** An address as it is written in TRUST_PROXY: an IPv4 address as one, even if it comes written as an IPv6 address. */
export const plainAddress = (address: string): string =>
  ipaddr.isValid(address) ? ipaddr.process(address).toString() : address

const PRIVATE: readonly string[] = ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat']

/** Whether an address is of this machine or a private network, and so no client of the internet. */
export const isPrivateAddress = (address: string): boolean =>
  !ipaddr.isValid(address) || PRIVATE.includes(ipaddr.process(address).range())
