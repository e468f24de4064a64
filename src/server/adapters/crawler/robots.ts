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
 * The longest delay in milliseconds between two requests that a site may demand, so that crawls end in reasonable time.
 */
const LONGEST_DELAY_MS = 5_000

/** What a host's robots.txt allows a crawler. */
export interface RobotRules {
  allows(url: string): boolean
  /** Milliseconds between two requests. */
  delayMs: number
  sitemaps: string[]
}

const EVERYTHING: RobotRules = { allows: () => true, delayMs: 0, sitemaps: [] }

/**
 * Reads a host's robots.txt (RFC 9309). If there is none, everything is allowed.
 * @throws RobotsUnavailable if the host answers with a server error, OutboundError if it can't be reached: nothing may
 * be visited then
 */
export async function fetchRobots(outbound: Outbound, origin: string, signal: AbortSignal): Promise<RobotRules> {
  const url = `${origin}/robots.txt`
  const response = await outbound.fetch(url, { timeoutMs: ROBOTS_TIMEOUT_MS, maxBytes: ROBOTS_BYTES, signal })
  if (response.status === 429 || response.status >= 500) throw new RobotsUnavailable(origin, response.status)
  if (response.status < 200 || response.status > 299) return EVERYTHING
  const robots = robotsParser(url, withProductTokens(new TextDecoder().decode(response.body)))
  return {
    allows: (page) => robots.isAllowed(page, ROBOT_NAME) !== false,
    delayMs: Math.min((robots.getCrawlDelay(ROBOT_NAME) ?? 0) * 1000, LONGEST_DELAY_MS),
    // Some sites name their sitemap by a path only, so it is resolved against the host.
    sitemaps: robots.getSitemaps().flatMap((address) => URL.parse(address, url)?.href ?? []),
  }
}

/**
 * Shortens each `User-agent` line to its product token (RFC 9309, section 2.2.1). Some sites write more, such as `Baton
 * Bot` or `Baton/1.0`, and the parser would take the rest for a part of the name. Spellings that Google's parser accepts
 * are corrected: `Useragent`, `User agent`, and a line without a colon.
 */
const withProductTokens = (text: string): string =>
  text.replace(
    /^[ \t]*user[- ]?agent(?:[ \t]*:[ \t]*|[ \t]+)(\*(?=[\s#]|$)|[a-z_-]+)?[^\r\n#]*/gim,
    (_line, token = 'nobody') => `User-agent: ${token}`,
  )

export class RobotsUnavailable extends Error {
  constructor(origin: string, status: number) {
    super(
      `${new URL(origin).host} answered ${status} for its robots.txt, and without it no page may be read. ` +
        'Try again once the site is well.',
    )
    this.name = 'RobotsUnavailable'
  }
}
