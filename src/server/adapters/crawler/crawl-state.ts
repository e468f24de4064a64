import { fewAtATime } from '../../few-at-a-time.ts'
import { createCookies } from '../outbound/cookies.ts'
import { CrawlError, type CrawledUrl, type EarlierPage, type PageReport, type SkipReason } from './crawler.ts'
import { createFrontier, type Frontier } from './frontier.ts'
import { createHost, type Host, takeAll } from './hosts.ts'
import { siteOf } from './site.ts'
import { createVerdicts, type Verdicts } from './verdicts.ts'
import type { VisitOptions } from './visit.ts'

/**
 * Number of times a page, or a host's robots.txt, is requested before it counts as unreachable. A page for which the
 * host says that it is overloaded gets one attempt more.
 */
export const ATTEMPTS = 3

export interface CrawlOptions extends Omit<VisitOptions, 'cookies'> {
  seed: string
  /** Maximum number of pages to visit. */
  maximumPages: number
  /** Maximum number of pages to find, as the organization's plan allows it. */
  maximumFound: number
  /** Which pages count towards `maximumFound`; all if it is absent. */
  isCounted?(url: string): boolean
  /** The URLs an earlier run of this crawl has saved; this run continues from them. */
  known: readonly CrawledUrl[]
  /**
   * What an earlier crawl has stored about the addresses of this website, by URL. They are visited again, with
   * conditional requests, which a website may answer with 304 and no body if the page hasn't changed. The links of
   * unchanged pages aren't read again, because the earlier crawl has followed them.
   */
  earlier?: ReadonlyMap<string, EarlierPage>
  /** Which addresses are left out without a visit; the seed is visited in any case. */
  isLeftOut?(url: string): boolean
  /** Number of pages that earlier runs have visited. */
  visited: number
  /**
   * Saves new URLs and changed states of known ones. Pages whose new state isn't saved are visited again after a crash.
   * `visited` is the number of pages visited so far, including those of earlier runs. `reports` say what the visits
   * since the last save have learnt, with the text of each page found; the list is empty unless `keepsText` is set.
   */
  save(changed: CrawledUrl[], visited: number, reports: PageReport[]): Promise<void>
  signal: AbortSignal
}

/** The state of a running crawl. */
export interface Crawl {
  options: CrawlOptions
  /** What each visit needs of the options, and the cookies that are kept for the whole crawl. */
  visiting: VisitOptions
  /** The address the crawl starts from, in canonical form. */
  seed: string
  /** Aborted when the crawl is cancelled and when it has ended. */
  signal: AbortSignal
  /** The hosts by their origin. */
  hosts: Map<string, Host>
  seedHost: Host
  isOnSite: (url: URL) => boolean
  frontier: Frontier
  verdicts: Verdicts
  /** How many visits of each page have ended in a temporary problem, by its URL. */
  attempts: Map<string, number>
  visited: number
  /** Whether the site answered 404 or 410 at the address of a page that the earlier crawl has read. */
  hasLostPage: boolean
  /** Number of pages and robots.txt files (with their sitemaps) that are being requested or read. */
  active: number
  /** Runs the visits of large pages one at a time, which bounds the memory that they take. */
  withLargePage: ReturnType<typeof fewAtATime>
  /** The error that ends the crawl; undefined while there is none. */
  failure: unknown
  /** When the crawl was last saved, in milliseconds of the monotonic clock. */
  savedAt: number
  /** Wakes the main loop from its sleep. */
  wake: () => void
}

/** Makes the state of a crawl that begins, or continues with what `options.known` holds. */
export function openCrawl(options: CrawlOptions, seed: string, signal: AbortSignal): Crawl {
  const hosts = new Map<string, Host>()
  const isOnSite = siteOf(new URL(seed))
  const frontier = createFrontier(options.known, options.isCounted)
  const verdicts = createVerdicts({
    frontier,
    isOnSite,
    maximumFound: options.maximumFound,
    isReporting: options.keepsText ?? false,
    isLeftOut: (url) => url !== seed && options.isLeftOut?.(url) === true,
    enqueue: (page) => hostOf(hosts, page.url).queue.push(page),
  })
  return {
    options,
    visiting: {
      outbound: options.outbound,
      extractor: options.extractor,
      keepsText: options.keepsText ?? false,
      cookies: createCookies(),
    },
    seed,
    signal,
    hosts,
    seedHost: hostOf(hosts, seed),
    isOnSite,
    frontier,
    verdicts,
    attempts: new Map(),
    visited: options.visited,
    hasLostPage: false,
    active: 0,
    withLargePage: fewAtATime({ atOnce: 1 }),
    failure: undefined,
    savedAt: performance.now(),
    wake: () => {},
  }
}

/** Finds the host of a URL; adds it to `hosts` if this is the first page met on it. */
export function hostOf(hosts: Map<string, Host>, url: string): Host {
  const { origin } = new URL(url)
  const host = hosts.get(origin) ?? createHost(origin)
  hosts.set(origin, host)
  return host
}

/**
 * The limit because of which no further page may be visited now; undefined while one may. Pages that are being visited
 * count as found: otherwise the last places would go to the pages that answer first, not to those discovered first.
 */
export function limitReached({ frontier, options, visited, active }: Crawl): SkipReason | undefined {
  if (frontier.countedCount + active >= options.maximumFound) return 'plan_limit'
  return visited + active >= options.maximumPages ? 'page_limit' : undefined
}

/**
 * Saves the entries that have changed, and the reports made, since the last save.
 * @throws what `options.save` throws
 */
export async function save(crawl: Crawl): Promise<void> {
  crawl.savedAt = performance.now()
  await crawl.options.save(crawl.frontier.takeChanged(), crawl.visited, crawl.frontier.takeReports())
}

/**
 * Stops visiting a host that can't be reached. For the seed's own host this ends the whole crawl with an error; pages
 * of other hosts are skipped.
 */
export function giveUp(crawl: Crawl, host: Host, problem: string): void {
  if (host === crawl.seedHost) crawl.failure ??= outage(crawl, problem)
  else for (const page of takeAll(host)) crawl.verdicts.skip(page, 'unreachable', problem)
}

/**
 * Makes the error for a site that is down, and sets the pages skipped because of it back to waiting, so that the next
 * run visits them.
 */
export function outage({ seedHost, frontier, verdicts }: Crawl, problem: string, cause?: unknown): CrawlError {
  for (const page of seedHost.givenUp) frontier.reopen(page)
  return new CrawlError(problem, { isPermanent: !verdicts.hasReadPage, cause })
}
