import { decodeUtf } from '../extract/charset.ts'
import type { Outbound } from '../outbound/outbound.ts'
import { ROBOT_NAME } from './site.ts'

const ROBOTS_TIMEOUT_MS = 15_000
const ROBOTS_BYTES = 512_000 // bytes; RFC 9309, section 2.5, asks crawlers to read at least 500 KiB
/**
 * Bounds of the rules that are kept of a robots.txt, within which the longest address is compared with the worst rules
 * in less than 0.1 s. Few sites need a tenth of this.
 */
const MAX_RULES = 5_000
const MAX_RULE_CHARACTERS = 2_048
const MAX_WILDCARD_CHARACTERS = 10_000 // of all rules together, each from its first wildcard on
/**
 * The longest delay in milliseconds between two requests that a site may demand, so that crawls end in reasonable time.
 */
const LONGEST_DELAY_MS = 5_000

/** What a host's robots.txt tells a crawler. */
export interface RobotRules {
  allows(url: string): boolean
  /** Milliseconds between two requests; 0 if robots.txt sets no delay. */
  delayMs: number
  sitemaps: string[]
}

const EVERYTHING: RobotRules = { allows: () => true, delayMs: 0, sitemaps: [] }

/**
 * Reads a host's robots.txt (RFC 9309). If the host answers with a status other than 2xx, 429 and 5xx, such as 404,
 * everything is allowed.
 * @throws RobotsUnavailable if the host answers with a server error or 429, OutboundError if it can't be reached. No
 * page of the host may be visited then
 */
export async function fetchRobots(outbound: Outbound, origin: string, signal: AbortSignal): Promise<RobotRules> {
  const url = `${origin}/robots.txt`
  const response = await outbound.fetch(url, { timeoutMs: ROBOTS_TIMEOUT_MS, maxBytes: ROBOTS_BYTES, signal })
  if (response.status === 429 || response.status >= 500) throw new RobotsUnavailable(origin, response.status)
  if (response.status < 200 || response.status > 299) return EVERYTHING
  return readRobots(url, decodeUtf(response.body))
}

/**
 * Matches a line that names a crawler by its product token (RFC 9309, section 2.2.1), whatever is written after that.
 * Spellings that Google's parser accepts count too: `Useragent`, `User agent`, and a line without a colon.
 */
const USER_AGENT = /^\s*user[- ]?agent(?:\s*:\s*|\s+)(\*(?=[\s#]|$)|[a-z_-]+)?/i
const FIELD = /^\s*([^:#]*[^:#\s])\s*:\s*([^#]*)/
const END = '\n' // stands for the end of a path, which a pattern writes as `$`

interface Rule {
  /** What stands between the wildcards of the rule's pattern. */
  parts: string[]
  length: number
  isAllowed: boolean
}

/** Reads the text of a robots.txt, whose address is `url`. */
export function readRobots(url: string, text: string): RobotRules {
  const sitemaps: string[] = []
  const lines: Record<'us' | 'all', [field: string, value: string][]> = { us: [], all: [] }
  let named = new Set<string | undefined>() // whom the current lines are for
  let isNaming = false
  for (const line of text.split(/\r\n|\r|\n/)) {
    const agent = USER_AGENT.exec(line)
    const [, name = '', value = ''] = FIELD.exec(line) ?? []
    const field = name.toLowerCase()
    if (!agent && field === '') continue
    if (agent && !isNaming) named = new Set()
    if (agent) named.add(agent[1]?.toLowerCase())
    isNaming = agent !== null
    if (field === 'sitemap') sitemaps.push(value.trim())
    if (!/^((dis)?allow|crawl-delay)$/.test(field)) continue
    if (named.has(ROBOT_NAME.toLowerCase())) lines.us.push([field, value.trim()])
    if (named.has('*')) lines.all.push([field, value.trim()])
  }
  const group = lines.us.length > 0 ? lines.us : lines.all
  const delay = group.findLast(([field, value]) => field === 'crawl-delay' && Number(value) >= 0)
  const rules = rulesOf(group)
  return {
    allows(page) {
      const { pathname, search } = new URL(page)
      const path = encoded(pathname + search) + END
      return rules.find(({ parts }) => matches(parts, path))?.isAllowed ?? true
    },
    delayMs: Math.min(Number(delay?.[1] ?? 0) * 1000, LONGEST_DELAY_MS),
    // Some sites name their sitemap by a path only, so it is resolved against the host.
    sitemaps: sitemaps.flatMap((address) => URL.parse(address, url)?.href ?? []),
  }
}

/** The rules of a group within the bounds, the longest first, as the first that matches decides; allowing ones first. */
function rulesOf(group: readonly [field: string, value: string][]): Rule[] {
  const rules: Rule[] = []
  let wildcardCharacters = 0
  for (const [field, value] of group) {
    const slow = value.includes('*') ? value.length - value.indexOf('*') : 0
    if (field === 'crawl-delay' || value === '' || value.length > MAX_RULE_CHARACTERS) continue
    if (rules.length === MAX_RULES || wildcardCharacters + slow > MAX_WILDCARD_CHARACTERS) continue
    wildcardCharacters += slow
    const pattern = encoded(value).replace(/\$$/, END)
    rules.push({ parts: pattern.split('*'), length: pattern.length, isAllowed: field === 'allow' })
  }
  return rules.sort((one, other) => other.length - one.length || Number(other.isAllowed) - Number(one.isAllowed))
}

/** Encodes what is not ASCII, and writes all encoded bytes alike. */
const encoded = (path: string): string =>
  encodeURI(path)
    .replaceAll('%25', '%')
    .replace(/%[\da-f]{2}/gi, (byte) => byte.toUpperCase())

/** Whether a path begins with the first part and has the others after that in this order. */
function matches([start = '', ...others]: readonly string[], path: string): boolean {
  if (!path.startsWith(start)) return false
  let at = start.length
  return others.every((part) => {
    const found = path.indexOf(part, at)
    at = found + part.length
    return found >= 0
  })
}

export class RobotsUnavailable extends Error {
  constructor(origin: string, status: number) {
    super(
      `${new URL(origin).host} answered ${status} for its robots.txt, and without it no page may be read. ` +
        'Try again once the site is well.',
    )
    this.name = 'RobotsUnavailable'
  }
}
