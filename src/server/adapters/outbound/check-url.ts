import { isAddress, isPublicAddress } from './addresses.ts'
import { type AllowEntry, allowsAddress, allowsHost, hostOf, portOf } from './allow.ts'

/**
 * Ports of other protocols. No HTTP request is sent to them unless the operator has allowed that host and port, because
 * a server there might take its text for commands. Source: Fetch standard, "bad port".
 */
const BLOCKED_PORTS = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
])

const LOOPBACK = ['127.0.0.1', '::1']
const PRIVATE_NAME = /(^|\.)(local|internal|intranet|localdomain|lan|home|corp|private|home\.arpa|onion)$/

/** Says in a sentence why a URL can't be requested, or null. DNS is asked only when the connection is made. */
export function checkUrl(url: string, allow: readonly AllowEntry[], httpsOnly: boolean): string | null {
  const parsed = URL.parse(url)
  if (!parsed) return 'This is not a valid web address.'
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') {
    return 'The address must start with http:// or https://.'
  }
  if (parsed.username || parsed.password) return 'The address must not contain a user name or password.'
  const host = hostOf(parsed)
  const port = portOf(parsed)
  if (allowsHost(allow, host, port)) return null
  if (BLOCKED_PORTS.has(port)) return `Port ${port} is not used for websites and can't be requested.`
  if (isAddress(host)) {
    if (allowsAddress(allow, host, port)) return null
    if (!isPublicAddress(host)) return `${host} is a private or reserved address and can't be requested.`
  } else if (host === 'localhost' || host.endsWith('.localhost')) {
    const allowed = LOOPBACK.some((address) => allowsAddress(allow, address, port))
    return allowed ? null : `${host} is this server itself and can't be requested.`
  } else if (isPrivateName(host) && !allow.some((entry) => entry.kind === 'network')) {
    // This name may resolve to an address in an allowed network, so the check is left to the connection.
    return `"${host}" is a name on a private network and can't be requested.`
  }
  if (httpsOnly && parsed.protocol !== 'https:') return 'The address must start with https://.'
  return null
}

const isPrivateName = (host: string): boolean => !host.includes('.') || PRIVATE_NAME.test(host)
