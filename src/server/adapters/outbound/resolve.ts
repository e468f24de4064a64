import { lookup, Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { OutboundError } from './errors.ts'

export interface ResolvedAddress {
  address: string
  family: number
}
export type Resolve = (hostname: string) => Promise<ResolvedAddress[]>

const ASK = { timeout: 1_500, tries: 2 } // in milliseconds, for each name server
const OTHER_FAMILY_MS = 250 // what may be waited for IPv6 when there is IPv4, or the other way round
const HOSTS = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts'
/** There is no such name in DNS, or no DNS: the system may know others. */
const UNKNOWN = ['ENOTFOUND', 'ENODATA', 'ECONNREFUSED', 'EBADNAME']

const askSystem: Resolve = (name) => lookup(name, { all: true, order: 'verbatim' })

/**
 * Looks names up over sockets. The system's own way takes a thread of the few that Node has until name servers answer:
 * two names whose servers are silent then hold up everybody's. It is asked only for what is not in DNS: the hosts
 * file, short names, search domains.
 *
 * @param servers `address:port` of name servers to ask instead of the machine's
 * @throws OutboundError `dns` when the name servers do not answer, otherwise what the system says
 */
export function createResolve(servers?: readonly string[]): Resolve {
  return async (name) => {
    if (!name.includes('.') || (await isInHostsFile(name))) return askSystem(name)
    const resolver = new Resolver(ASK) // a new one knows when the machine has moved to another network
    if (servers) resolver.setServers(servers)
    return (await askServers(resolver, name)) ?? askSystem(name)
  }
}

async function askServers(resolver: Resolver, name: string): Promise<ResolvedAddress[] | undefined> {
  const families = [
    resolver.resolve4(name).then((found) => found.map((address) => ({ address, family: 4 }))),
    resolver.resolve6(name).then((found) => found.map((address) => ({ address, family: 6 }))),
  ]
  try {
    await Promise.any(families)
  } catch (error) {
    const { errors } = error as AggregateError
    if (errors.every(({ code }: NodeJS.ErrnoException) => UNKNOWN.includes(code ?? ''))) return undefined
    throw new OutboundError('dns', `The name servers of ${name} do not answer.`, error)
  }
  const found: ResolvedAddress[] = []
  const all = Promise.allSettled(families.map(async (family) => found.push(...(await family))))
  await Promise.race([all, delay(OTHER_FAMILY_MS)])
  return found
}

async function isInHostsFile(name: string): Promise<boolean> {
  const text = await readFile(HOSTS, 'utf8').catch(() => '')
  const entries = text.split('\n').map((line) => line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/).slice(1))
  return entries.some((names) => names.includes(name.toLowerCase()))
}
