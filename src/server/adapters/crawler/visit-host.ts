import { setTimeout as wait, setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { OutboundError } from '../outbound/errors.ts'
import type { OutboundResponse } from '../outbound/outbound.ts'
import { ATTEMPTS, type Crawl, giveUp, outage } from './crawl-state.ts'
import type { CrawledUrl } from './crawler.ts'
import { MAX_URLS } from './frontier.ts'
import { applyRules, type Host, isDown, noteAnswer, noteFailure, slowDown } from './hosts.ts'
import { fetchRobots, RobotsUnavailable } from './robots.ts'
import { isEntrance } from './site.ts'
import { readSitemaps } from './sitemaps.ts'
import { type Answer, isPassing, readHtml, requestPage, type Visit, visitWhole } from './visit.ts'

const ATTEMPTS_WHILE_BUSY = 4
/** Milliseconds before a page is tried again, multiplied by the attempts made so far. */
const RETRY_AFTER_MS = 1_000
const OFFERS_AT_ONCE = 500 // pages of a sitemap that are looked at before other tasks can run

/**
 * Visits one page, and records the outcome or that it must be tried again. `answered` is called before the page is
 * read, so that the next request to the host need not wait for the reading.
 */
export async function visit(crawl: Crawl, host: Host, page: CrawledUrl, answered: () => void): Promise<void> {
  const { options, verdicts, visiting } = crawl
  const cookiesSent = visiting.cookies.changes
  const answer = await ask(crawl, host, page).finally(answered)
  if (answer.kind === 'retry') return
  const result = answer.kind === 'html' ? await read(crawl, page.url, answer.response) : answer
  if (result.kind === 'retry') return retry(crawl, host, page, result)
  crawl.visited += 1
  if (result.kind === 'page') verdicts.page(page, result)
  else if (result.kind === 'unchanged') verdicts.unchanged(page, result.fingerprint)
  else if (result.kind === 'redirect')
    verdicts.redirect(page, result.target, { before: cookiesSent, now: visiting.cookies.changes })
  else {
    const isNoMore = result.status === 404 || result.status === 410
    if (isNoMore && options.earlier?.get(page.url)?.fingerprint) crawl.hasLostPage = true
    verdicts.fail(page, result.reason, result.problem, result.status)
  }
}

/** Reads a page. If its text is wanted but the answer was cut off as too long, requests it again to read it whole. */
function read(crawl: Crawl, url: string, response: OutboundResponse): Promise<Visit> {
  const { visiting, signal, seed, withLargePage } = crawl
  const keepsFacts = isEntrance(url, seed)
  if (!visiting.keepsText || !response.truncated) return readHtml(visiting, url, response, signal, keepsFacts)
  return withLargePage(() => visitWhole(visiting, url, signal, keepsFacts))
}

async function ask(crawl: Crawl, host: Host, page: CrawledUrl): Promise<Answer> {
  const { options, visiting, signal } = crawl
  const started = performance.now()
  const answer = await requestPage(visiting, page.url, options.earlier?.get(page.url), signal)
  if (answer.kind === 'retry') retry(crawl, host, page, answer)
  else noteAnswer(host, performance.now() - started)
  return answer
}

function retry(
  crawl: Crawl,
  host: Host,
  page: CrawledUrl,
  { isBusy, isHost, problem, waitMs, status }: Visit & { kind: 'retry' },
): void {
  const now = performance.now()
  if (isBusy) slowDown(host, now, waitMs)
  else if (isHost) noteFailure(host, now)
  else noteAnswer(host)
  const attempt = (crawl.attempts.get(page.url) ?? 0) + 1
  crawl.attempts.set(page.url, attempt)
  if (attempt < (isBusy ? ATTEMPTS_WHILE_BUSY : ATTEMPTS)) {
    host.retries.push({ page, at: now + RETRY_AFTER_MS * attempt })
  } else {
    crawl.visited += 1
    crawl.verdicts.fail(page, 'unreachable', problem, status)
    if (isBusy || isHost) host.givenUp.push(page)
  }
  if (isDown(host)) giveUp(crawl, host, problem)
}

export async function loadRules(crawl: Crawl, host: Host): Promise<void> {
  try {
    const rules = await fetchRobots(crawl.options.outbound, host.origin, crawl.signal)
    applyRules(host, rules)
    if (host === crawl.seedHost) await offerSitemaps(crawl, host, rules.sitemaps)
  } catch (error) {
    if (!(error instanceof RobotsUnavailable || error instanceof OutboundError)) throw error
    host.rulesAttempts += 1
    if ((error instanceof RobotsUnavailable || isPassing(error)) && host.rulesAttempts < ATTEMPTS)
      noteFailure(host, performance.now())
    else giveUp(crawl, host, error.message)
  }
}

async function offerSitemaps(crawl: Crawl, host: Host, named: string[]): Promise<void> {
  const { signal } = crawl
  const pages = await readSitemaps({
    outbound: crawl.options.outbound,
    addresses: named.length > 0 ? named : [`${host.origin}/sitemap.xml`],
    isWanted: crawl.isOnSite,
    maximum: MAX_URLS, // as many as a crawl keeps; those that it does not visit are reported as skipped
    pause: () => wait(host.delayMs, undefined, { signal }),
    signal,
  })
  for (const [index, page] of pages.entries()) {
    if (index % OFFERS_AT_ONCE === 0) await yieldToEventLoop()
    crawl.verdicts.offer(page, 1, true)
  }
}

/**
 * Checks at the end of a crawl whether the site is down, if the last requests to its host failed.
 * @throws CrawlError if its robots.txt can't be read, and the signal's reason when aborted
 */
export async function assertUp(crawl: Crawl): Promise<void> {
  const { seedHost, options, signal } = crawl
  if (seedHost.failures === 0) return
  try {
    await fetchRobots(options.outbound, seedHost.origin, signal)
  } catch (error) {
    signal.throwIfAborted()
    throw outage(crawl, error instanceof Error ? error.message : String(error), error)
  }
}
