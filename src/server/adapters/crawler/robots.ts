import robotsModule from 'robots-parser'
import type { Outbound } from '../outbound/outbound.ts'
import { ROBOT_NAME } from './site.ts'

/**
 * At run time the module is the parser function itself, although its type declarations describe a `default` property.
 */
const robotsParser = robotsModule as unknown as typeof robotsModule.default

const ROBOTS_TIMEOUT_MS = 15_000
const ROBOTS_BYTES = 512_000 // bytes; RFC 9309, section 2.5, asks crawlers to read at least 500 KiB
/**
 * Bounds of the rules that are kept of a robots.txt. Each address is compared with each rule, which takes as many steps
 * as the rule is long, and after a wildcard as many as the product of the lengths of rule and address. Within these
 * bounds the longest address is compared with the worst rules in less than 0.1 s. Few sites need a tenth of this.
 */
const MAX_RULES = 5_000
const MAX_RULE_CHARACTERS = 2_048
const MAX_WILDCARDS = 10 // in one rule
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
  return readRobots(url, new TextDecoder().decode(response.body))
}

/** Reads the text of a robots.txt, whose address is `url`. */
export function readRobots(url: string, text: string): RobotRules {
  const robots = robotsParser(url, withoutOthers(withProductTokens(text)))
  return {
    allows: (page) => robots.isAllowed(page, ROBOT_NAME) !== false,
    delayMs: Math.min((robots.getCrawlDelay(ROBOT_NAME) ?? 0) * 1000, LONGEST_DELAY_MS),
    // Some sites name their sitemap by a path only, so it is resolved against the host.
    sitemaps: robots.getSitemaps().flatMap((address) => URL.parse(address, url)?.href ?? []),
  }
}

/**
 * Shortens each `User-agent` line to its product token (RFC 9309, section 2.2.1). Some sites write more, such as
 * `Baton Bot` or `Baton/1.0`, and the parser would take the rest for a part of the name. Spellings that Google's parser
 * accepts are corrected: `Useragent`, `User agent`, and a line without a colon.
 */
const withProductTokens = (text: string): string =>
  text.replace(
    /^[ \t]*user[- ]?agent(?:[ \t]*:[ \t]*|[ \t]+)(\*(?=[\s#]|$)|[a-z_-]+)?[^\r\n#]*/gim,
    (_line, token = 'nobody') => `User-agent: ${token}`,
  )

/**
 * Keeps the sitemaps and one group of rules: those for this crawler, or those for all crawlers if there are none. The
 * parser would store the rules of all groups, and once for each name of a group, repeated names included.
 */
function withoutOthers(text: string): string {
  const us = ROBOT_NAME.toLowerCase()
  const sitemaps: string[] = []
  const kept = { us: createRules(), all: createRules() }
  let isForUs = false
  let isForAll = false
  let isNaming = false
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [key, value] = fieldOf(line)
    if (key === '') continue
    const wasNaming = isNaming
    isNaming = key === 'user-agent'
    if (isNaming) {
      const name = value.toLowerCase()
      isForUs = name === us || (wasNaming && isForUs)
      isForAll = name === '*' || (wasNaming && isForAll)
    } else if (key === 'sitemap') sitemaps.push(`Sitemap: ${value}`)
    else {
      if (isForUs) kept.us.add(key, value)
      if (isForAll) kept.all.add(key, value)
    }
  }
  const rules = kept.us.lines.length > 0 ? kept.us.lines : kept.all.lines
  return [...sitemaps, `User-agent: ${ROBOT_NAME}`, ...rules].join('\n')
}

/** The name of a line's field in lower case and its value, without a comment; both empty if the line has no field. */
function fieldOf(line: string): [string, string] {
  const [content = ''] = line.split('#', 1)
  const colon = content.indexOf(':')
  return colon < 0 ? ['', ''] : [content.slice(0, colon).trim().toLowerCase(), content.slice(colon + 1).trim()]
}

/** Collects the lines of a group that are rules within the bounds, or that set the delay. */
function createRules() {
  const lines: string[] = []
  let count = 0
  let wildcardCharacters = 0
  return {
    lines,
    add(key: string, value: string): void {
      if (key === 'crawl-delay') lines.push(`${key}: ${value}`)
      if (key !== 'allow' && key !== 'disallow') return
      const wildcards = value.split('*', MAX_WILDCARDS + 2).length - 1
      const slow = wildcards > 0 ? value.length - value.indexOf('*') : 0
      if (count >= MAX_RULES || value.length > MAX_RULE_CHARACTERS || wildcards > MAX_WILDCARDS) return
      if (wildcardCharacters + slow > MAX_WILDCARD_CHARACTERS) return
      count += 1
      wildcardCharacters += slow
      lines.push(`${key}: ${value}`)
    },
  }
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
