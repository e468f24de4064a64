import { setTimeout as wait } from 'node:timers/promises'
import type { Extractor } from '../extract/extractor.ts'
import { canonicalUrl } from '../extract/links.ts'
import { OutboundError } from '../outbound/errors.ts'
import type { Outbound } from '../outbound/outbound.ts'
import { CrawlError, type CrawledUrl, type SkipReason } from './crawler.ts'
import { createFrontier, MAX_URLS } from './frontier.ts'
import {
  applyRules,
  createHost,
  type Host,
  hasWork,
  isDown,
  noteAnswer,
  noteFailure,
  readyAt,
  slowDown,
  takeAll,
  takePage,
} from './hosts.ts'
import { fetchRobots, RobotsUnavailable } from './robots.ts'
import { siteOf } from './site.ts'
import { readSitemaps } from './sitemaps.ts'
import { createVerdicts } from './verdicts.ts'
import { type Visit, visitPage } from './visit.ts'

const ATTEMPTS = 3
const ATTEMPTS_WHILE_BUSY = 4
const RETRY_AFTER_MS = 1_000 // times the attempts so far
const REQUESTS_AT_ONCE = 16
const SAVE_EVERY_MS = 1_000
const SAVE_AT_CHANGES = 1_000

export interface CrawlOptions {
  seed: string
  outbound: Outbound
  extractor: Extractor
  /** Pages visited at most. */
  maximumPages: number
  /** Pages found at most: what the plan leaves. */
  maximumFound: number
  /** What an earlier run of this crawl has saved; it goes on from there. */
  known: readonly CrawledUrl[]
  /** Pages visited by earlier runs. */
  visited: number
  /** Keeps what has changed: new URLs and new states of known ones. What is not kept is visited again after a crash. */
  save(changed: CrawledUrl[], visited: number): Promise<void>
  signal: AbortSignal
}

/**
 * Visits the pages of the seed's website, breadth first, within robots.txt and bounds, and says of every URL it meets
 * whether it is a page of its own or why not.
 * @throws CrawlError with a sentence; what was saved stays, and a later call with it goes on
 */
export async function crawlSite(options: CrawlOptions): Promise<void> {
  const { outbound, extractor } = options
  const seed = canonicalUrl(options.seed)
  if (!seed) throw new CrawlError('This is not the address of a website.', { isPermanent: true })
  const stop = new AbortController()
  const signal = AbortSignal.any([options.signal, stop.signal])
  const hosts = new Map<string, Host>()
  const seedHost = hostOf(seed)
  const isOnSite = siteOf(new URL(seed))
  const frontier = createFrontier(options.known)
  const verdicts = createVerdicts({
    frontier,
    isOnSite,
    maximumFound: options.maximumFound,
    enqueue: (page) => hostOf(page.url).queue.push(page),
  })
  const attempts = new Map<string, number>()
  let { visited } = options
  let active = 0
  let failure: unknown
  let savedAt = performance.now()
  let wake = () => {}

  function hostOf(url: string): Host {
    const { origin } = new URL(url)
    const host = hosts.get(origin) ?? createHost(origin)
    hosts.set(origin, host)
    return host
  }

  async function visit(host: Host, page: CrawledUrl): Promise<void> {
    const result = await visitPage({ outbound, extractor }, page.url, signal)
    if (result.kind === 'retry') return retry(host, page, result)
    noteAnswer(host)
    visited += 1
    if (result.kind === 'page') verdicts.page(page, result)
    else if (result.kind === 'redirect') verdicts.redirect(page, result.target)
    else verdicts.skip(page, result.reason, result.problem)
  }

  function retry(host: Host, page: CrawledUrl, { isBusy, isHost, problem, waitMs }: Visit & { kind: 'retry' }): void {
    const now = performance.now()
    if (isBusy) slowDown(host, now, waitMs)
    else if (isHost) noteFailure(host, now)
    else noteAnswer(host)
    const attempt = (attempts.get(page.url) ?? 0) + 1
    attempts.set(page.url, attempt)
    if (attempt < (isBusy ? ATTEMPTS_WHILE_BUSY : ATTEMPTS)) {
      host.retries.push({ page, at: now + RETRY_AFTER_MS * attempt })
    } else {
      visited += 1
      verdicts.skip(page, 'unreachable', problem)
      if (isBusy || isHost) host.givenUp.push(page)
    }
    if (isDown(host)) giveUp(host, problem)
  }

  /** A crawl of a site that is down is not complete. One of whose other hosts is, can be. */
  function giveUp(host: Host, problem: string): void {
    if (host === seedHost) failure ??= outage(problem)
    else for (const page of takeAll(host)) verdicts.skip(page, 'unreachable', problem)
  }

  /** Pages that were given up because of the outage wait for a better time. */
  function outage(problem: string, cause?: unknown): CrawlError {
    for (const page of seedHost.givenUp) frontier.reopen(page)
    return new CrawlError(problem, { isPermanent: !verdicts.hasReadPage, cause })
  }

  async function loadRules(host: Host): Promise<void> {
    try {
      const rules = await fetchRobots(outbound, host.origin, signal)
      applyRules(host, rules)
      if (host === seedHost) await offerSitemaps(host, rules.sitemaps)
    } catch (error) {
      if (!(error instanceof RobotsUnavailable || error instanceof OutboundError)) throw error
      const isPassing = !(error instanceof OutboundError) || ['timeout', 'connection', 'dns'].includes(error.code)
      host.rulesAttempts += 1
      if (isPassing && host.rulesAttempts < ATTEMPTS) noteFailure(host, performance.now())
      else giveUp(host, error.message)
    }
  }

  async function offerSitemaps(host: Host, named: string[]): Promise<void> {
    const pages = await readSitemaps({
      outbound,
      addresses: named.length > 0 ? named : [`${host.origin}/sitemap.xml`],
      isWanted: isOnSite,
      maximum: MAX_URLS, // more than is visited: what is left out is to be told
      pause: () => wait(host.delayMs, undefined, { signal }),
      signal,
    })
    for (const page of pages) verdicts.offer(page, 1, true)
  }

  /** Runs something that ends by itself; the loop looks again when it has. */
  function run(work: Promise<void>, done: () => void): void {
    active += 1
    work
      .catch((error: unknown) => {
        failure ??= error
      })
      .finally(() => {
        active -= 1
        done()
        wake()
      })
  }

  function startWhatMay(): void {
    const now = performance.now()
    for (const host of hosts.values()) {
      if (host.isLoadingRules) continue
      if (host.rules) startVisits(host, host.rules.allows, now)
      else if (hasWork(host) && now >= host.notBefore) {
        host.isLoadingRules = true
        run(loadRules(host), () => {
          host.isLoadingRules = false
        })
      }
    }
  }

  function startVisits(host: Host, allows: (url: string) => boolean, now: number): void {
    while (active < REQUESTS_AT_ONCE && !limitReached()) {
      const page = takePage(host, now)
      if (!page) return
      if (!allows(page.url)) {
        verdicts.skip(page, 'robots')
        continue
      }
      host.active += 1
      if (host.delayMs > 0) host.notBefore = now + host.delayMs
      run(visit(host, page), () => {
        host.active -= 1
      })
    }
  }

  function limitReached(): SkipReason | undefined {
    if (frontier.foundCount >= options.maximumFound) return 'plan_limit'
    return visited + active >= options.maximumPages ? 'page_limit' : undefined
  }

  /** Once a limit is reached for good, what still waits is left out for it. */
  function leaveOutWhatIsTooMuch(): void {
    const limit = limitReached()
    if (!limit || (limit === 'page_limit' && active > 0)) return
    for (const host of hosts.values()) for (const page of takeAll(host)) verdicts.skip(page, limit)
  }

  async function save(): Promise<void> {
    savedAt = performance.now()
    await options.save(frontier.takeChanged(), visited)
  }

  /** Until something ends, or until something may start. */
  function rest(): Promise<void> {
    const now = performance.now()
    const isFull = active >= REQUESTS_AT_ONCE || limitReached() !== undefined
    const times = isFull ? [] : [...hosts.values()].flatMap((host) => readyAt(host, now) ?? [])
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.max(Math.min(savedAt + SAVE_EVERY_MS, ...times) - now, 5))
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async function crawl(seed: string): Promise<void> {
    for (const page of frontier.waiting()) hostOf(page.url).queue.push(page)
    verdicts.offer(seed, 0, true)
    for (;;) {
      signal.throwIfAborted()
      if (failure) throw failure
      if (performance.now() - savedAt >= SAVE_EVERY_MS || frontier.changedCount >= SAVE_AT_CHANGES) await save()
      leaveOutWhatIsTooMuch()
      startWhatMay()
      if (active === 0 && ![...hosts.values()].some(hasWork)) return
      await rest()
    }
  }

  /** The last pages failed: was it because of them, or is the whole site gone? */
  async function assertUp(): Promise<void> {
    if (seedHost.failures === 0) return
    try {
      await fetchRobots(outbound, seedHost.origin, signal)
    } catch (error) {
      signal.throwIfAborted()
      throw outage(error instanceof Error ? error.message : String(error), error)
    }
  }

  try {
    await crawl(seed)
    await assertUp()
  } finally {
    stop.abort()
    await save()
  }
  if (frontier.foundCount > 0 || verdicts.hasReadPage) return
  const isUnread = frontier.get(seed)?.reason === 'unreachable'
  const problem = verdicts.firstProblem ?? (isUnread ? `No page of ${new URL(seed).host} could be read.` : undefined)
  if (problem && frontier.get(seed)?.reason !== 'not_html') throw new CrawlError(problem, { isPermanent: true })
}
