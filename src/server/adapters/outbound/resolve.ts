import { lookup, Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { fewAtATime } from '../../concurrency/few-at-a-time.ts'
import { OutboundError } from './errors.ts'

export interface ResolvedAddress {
  address: string
  family: number
}
export type Resolve = (hostname: string) => Promise<ResolvedAddress[]>

const ASK = { timeout: 1_500, tries: 2 } // milliseconds and attempts for each name server
const OTHER_FAMILY_MS = 250 // milliseconds to wait for IPv6 addresses once there are IPv4 ones, and vice versa
const PATIENCE_MS = 2_000 // milliseconds for which a name waits for its turn to be looked up by the system's resolver
const HOSTS = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts'
/** Error codes meaning that DNS does not know the name or is not available, so that the operating system is asked. */
const UNKNOWN = ['ENOTFOUND', 'ENODATA', 'ECONNREFUSED', 'EBADNAME']

const askSystem: Resolve = (name) => lookup(name, { all: true, order: 'verbatim' })

/**
 * Resolves host names over sockets: `dns.lookup` blocks one of Node's few threads, so a few unanswered names would
 * stall the process. It is asked only for names in the hosts file, without a dot, or unknown to DNS, which may be in a
 * search domain (all names, if no name server accepts a connection). The last kind is looked up one at a time, because
 * anybody can enter names whose servers never answer.
 * @param servers `address:port` of name servers to use instead of the machine's
 * @param ask the operating system's resolver
 * @throws (the returned function) OutboundError `dns` without an answer or a turn in time, or the system's error
 */
export function createResolve(servers?: readonly string[], ask: Resolve = askSystem): Resolve {
  const inTurn = fewAtATime({ atOnce: 1, patienceMs: PATIENCE_MS, refusal: busy })
  return async (name) => {
    if (!name.includes('.') || (await isInHostsFile(name))) return ask(name)
    const resolver = new Resolver(ASK) // a new one for each name, since the machine's name servers may have changed
    if (servers) resolver.setServers(servers)
    return (await askServers(resolver, name)) ?? inTurn(() => ask(name))
  }
}

const busy = () =>
  new OutboundError('dns', 'The name servers do not know this name, and the system has others to look up.')

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
