import { fewAtATime } from '../../concurrency/few-at-a-time.ts'
import { createCookies } from '../outbound/cookies.ts'
import { CrawlError, type CrawledUrl, type EarlierPage, type PageReport, type SkipReason } from './crawler.ts'
import { createFrontier, type Frontier } from './frontier.ts'
import { createHost, type Host, takeAll } from './hosts.ts'
import { siteOf } from './site.ts'
import { createVerdicts, type Verdicts } from './verdicts.ts'
import type { VisitOptions } from './visit.ts'

/** Requests of a page or robots.txt before it counts as unreachable; a page of an overloaded host gets one more. */
export const ATTEMPTS = 3

export interface CrawlOptions extends Omit<VisitOptions, 'cookies'> {
  seed: string
  maximumPages: number
  /** Maximum number of pages to find, as the organization's plan allows it. */
  maximumFound: number
  /** Which pages count towards `maximumFound`; all if it is absent. */
  isCounted?(url: string): boolean
  /** The URLs an earlier run of this crawl has saved; this run continues from them. */
  known: readonly CrawledUrl[]
  /**
   * What an earlier crawl has stored, by URL. These pages are asked for with conditional requests. The links of
   * unchanged ones aren't read again, because the earlier crawl has followed them.
   */
  earlier?: ReadonlyMap<string, EarlierPage>
  /** Which addresses are left out without a visit; the seed is visited in any case. */
  isLeftOut?(url: string): boolean
  /** Number of pages that earlier runs have visited. */
  visited: number
  /**
   * Saves new URLs and changed states; what isn't saved is visited again after a crash. `visited` counts earlier runs
   * too. `reports` hold what the visits since the last save have learnt; only failures unless `keepsText` is set.
   */
  save(changed: CrawledUrl[], visited: number, reports: PageReport[]): Promise<void>
  signal: AbortSignal
}

export interface Crawl {
  options: CrawlOptions
  /** What each visit needs of the options, and the cookies that are kept for the whole crawl. */
  visiting: VisitOptions
  seed: string
  /** Aborted when the crawl is cancelled and when it has ended. */
  signal: AbortSignal
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
  failure: unknown
  /** When the crawl was last saved, in milliseconds of the monotonic clock. */
  savedAt: number
  wake: () => void
}

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
    visiting: { ...options, cookies: createCookies() },
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

export function hostOf(hosts: Map<string, Host>, url: string): Host {
  const { origin } = new URL(url)
  const host = hosts.get(origin) ?? createHost(origin)
  hosts.set(origin, host)
  return host
}

/** Why no further page may be visited now. Running visits count as found, so that the pages discovered first win. */
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

/** Stops visiting a host that can't be reached; if it is the seed's, this ends the whole crawl with an error. */
export function giveUp(crawl: Crawl, host: Host, problem: string): void {
  if (host === crawl.seedHost) crawl.failure ??= outage(crawl, problem)
  else for (const page of takeAll(host)) crawl.verdicts.skip(page, 'unreachable', problem)
}

/** Makes the error for a site that is down; the pages skipped because of it wait again, for the next run. */
export function outage({ seedHost, frontier, verdicts }: Crawl, problem: string, cause?: unknown): CrawlError {
  for (const page of seedHost.givenUp) frontier.reopen(page)
  return new CrawlError(problem, { isPermanent: !verdicts.hasReadPage, cause })
}
