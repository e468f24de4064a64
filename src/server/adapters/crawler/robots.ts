import robotsModule from 'robots-parser'
import type { Outbound } from '../outbound/outbound.ts'
import { ROBOT_NAME } from './site.ts'

/** The package exports the function itself; its types speak of a default within. */
const robotsParser = robotsModule as unknown as typeof robotsModule.default

const ROBOTS_TIMEOUT_MS = 15_000
const ROBOTS_BYTES = 512_000 // RFC 9309 §2.5
/** The longest delay between two requests that a site may ask for, because a crawl must end some day. */
const LONGEST_DELAY_MS = 5_000

/** What a host lets a crawler do. */
export interface RobotRules {
  allows(url: string): boolean
  /** Between two requests. */
  delayMs: number
  sitemaps: string[]
}

const EVERYTHING: RobotRules = { allows: () => true, delayMs: 0, sitemaps: [] }

/**
 * Reads a host's robots.txt (RFC 9309): none means that everything is allowed, one that can't be had that nothing is.
 * @throws OutboundError, or RobotsUnavailable when the host answered with an error of its own
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
    // Sites that name theirs without a host mean their own.
    sitemaps: robots.getSitemaps().flatMap((address) => URL.parse(address, url)?.href ?? []),
  }
}

/**
 * A group names crawlers by their product token alone (RFC 9309 §2.2.1), but sites write more: `Baton Bot`, `Baton/1.0`.
 * What follows the token is left out, which the parser would take for a part of the name.
 */
const withProductTokens = (text: string): string =>
  text.replace(
    /^([ \t]*user-agent[ \t]*:[ \t]*)(\*|[a-z_-]+)[^\r\n#]*/gim,
    (_line, field: string, token: string) => field + token,
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
