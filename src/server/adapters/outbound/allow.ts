import { inNetwork, type Network, parseNetwork } from './addresses.ts'

/** A host or network that the operator lets outbound requests reach although it is not public. */
export type AllowEntry = { kind: 'host'; host: string; port: number } | { kind: 'network'; network: Network }

/**
 * Parses `OUTBOUND_ALLOW`: hosts and CIDR networks with commas between (`127.0.0.1:8080, [::1]:8080, 10.0.0.0/8`).
 * @throws Error with a sentence naming the first entry that is neither
 */
export function parseOutboundAllow(text: string): AllowEntry[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map(parseEntry)
}

function parseEntry(entry: string): AllowEntry {
  const network = parseNetwork(entry)
  if (network) return { kind: 'network', network }
  const port = Number(/^(?:\[[^\]]+\]|[^:[\]/\s@?#\\]+):(\d{1,5})$/.exec(entry)?.[1])
  const url = URL.parse(`http://${entry}`)
  if (port >= 1 && port <= 65_535 && url) return { kind: 'host', host: hostOf(url), port }
  throw new Error(
    `OUTBOUND_ALLOW: "${entry}" is neither host:port (such as 127.0.0.1:8080) nor a network (such as 10.0.0.0/8).`,
  )
}

/** The host of a URL in the form the entries use: lower case, no brackets around IPv6, no final dot. */
export const hostOf = ({ hostname }: Pick<URL, 'hostname'>): string =>
  hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

/** The port that a URL's connection uses: the one it names, or its scheme's default. */
export const portOf = ({ port, protocol }: Pick<URL, 'port' | 'protocol'>): number =>
  Number(port || (protocol === 'https:' ? 443 : 80))

export const allowsHost = (allow: readonly AllowEntry[], host: string, port: number): boolean =>
  allow.some((entry) => entry.kind === 'host' && entry.host === host && entry.port === port)

export const allowsAddress = (allow: readonly AllowEntry[], address: string, port: number): boolean =>
  allowsHost(allow, address, port) ||
  allow.some((entry) => entry.kind === 'network' && inNetwork(address, entry.network))
