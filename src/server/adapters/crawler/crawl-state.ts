import type { Extractor } from '../extract/extractor.ts'
import type { Outbound } from '../outbound/outbound.ts'
import { CrawlError, type CrawledUrl, type SkipReason } from './crawler.ts'
import { createFrontier, type Frontier } from './frontier.ts'
import { createHost, type Host, takeAll } from './hosts.ts'
import { siteOf } from './site.ts'
import { createVerdicts, type Verdicts } from './verdicts.ts'

/** How often a page, or a host's robots.txt, is tried. */
export const ATTEMPTS = 3

export interface CrawlOptions {
  seed: string
  outbound: Outbound
  extractor: Extractor
  /** How many pages may be visited. */
  maximumPages: number
  /** How many pages may be found: what the organization's plan has left. */
  maximumFound: number
  /** What an earlier run of this crawl has saved, and where this one goes on. */
  known: readonly CrawledUrl[]
  /** How many pages earlier runs have visited. */
  visited: number
  /** Saves what has changed: new URLs, and new states of known ones. What is not saved is visited again after a crash. */
  save(changed: CrawledUrl[], visited: number): Promise<void>
  signal: AbortSignal
}

/** A crawl while it runs. */
export interface Crawl {
  options: CrawlOptions
  /** The address it starts from, in canonical form. */
  seed: string
  /** Aborted when the crawl is called off, and when it has ended. */
  signal: AbortSignal
  /** By origin. */
  hosts: Map<string, Host>
  seedHost: Host
  isOnSite: (url: URL) => boolean
  frontier: Frontier
  verdicts: Verdicts
  /** How often each page has been tried, by its URL. */
  attempts: Map<string, number>
  visited: number
  /** How many requests run now. */
  active: number
  /** Why the crawl can't go on. */
  failure: unknown
  /** When it was last saved, by the monotonic clock. */
  savedAt: number
  /** Ends the loop's rest. */
  wake: () => void
}

export function openCrawl(options: CrawlOptions, seed: string, signal: AbortSignal): Crawl {
  const hosts = new Map<string, Host>()
  const isOnSite = siteOf(new URL(seed))
  const frontier = createFrontier(options.known)
  const verdicts = createVerdicts({
    frontier,
    isOnSite,
    maximumFound: options.maximumFound,
    enqueue: (page) => hostOf(hosts, page.url).queue.push(page),
  })
  const seedHost = hostOf(hosts, seed)
  const attempts = new Map<string, number>()
  const progress = { visited: options.visited, active: 0, failure: undefined, savedAt: performance.now() }
  return { options, seed, signal, hosts, seedHost, isOnSite, frontier, verdicts, attempts, ...progress, wake: () => {} }
}

/** The host of a URL, which is made when its first page is met. */
export function hostOf(hosts: Map<string, Host>, url: string): Host {
  const { origin } = new URL(url)
  const host = hosts.get(origin) ?? createHost(origin)
  hosts.set(origin, host)
  return host
}

/** Which bound keeps the crawl from visiting another page now. */
export function limitReached({ frontier, options, visited, active }: Crawl): SkipReason | undefined {
  if (frontier.foundCount >= options.maximumFound) return 'plan_limit'
  return visited + active >= options.maximumPages ? 'page_limit' : undefined
}

export async function save(crawl: Crawl): Promise<void> {
  crawl.savedAt = performance.now()
  await crawl.options.save(crawl.frontier.takeChanged(), crawl.visited)
}

/** Stops visiting a host. Without the seed's own host the crawl can't be complete; without another one it can. */
export function giveUp(crawl: Crawl, host: Host, problem: string): void {
  if (host === crawl.seedHost) crawl.failure ??= outage(crawl, problem)
  else for (const page of takeAll(host)) crawl.verdicts.skip(page, 'unreachable', problem)
}

/** The error of a site that is down. Pages that were given up because of it are visited by the next run. */
export function outage({ seedHost, frontier, verdicts }: Crawl, problem: string, cause?: unknown): CrawlError {
  for (const page of seedHost.givenUp) frontier.reopen(page)
  return new CrawlError(problem, { isPermanent: !verdicts.hasReadPage, cause })
}
