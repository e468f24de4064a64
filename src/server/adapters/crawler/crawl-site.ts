import { canonicalUrl } from '../extract/links.ts'
import { type Crawl, type CrawlOptions, hostOf, limitReached, openCrawl, save } from './crawl-state.ts'
import { CrawlError } from './crawler.ts'
import { type Host, hasWork, readyAt, takeAll, takePage } from './hosts.ts'
import { assertUp, loadRules, visit } from './visit-host.ts'

/** Number of pages that are requested or read at the same time, which bounds the memory that they take. */
const PAGES_AT_ONCE = 32
/**
 * Milliseconds after which the loop that starts requests lets other work run: robots.txt may forbid thousands in a row.
 */
const START_FOR_MS = 10
const SAVE_EVERY_MS = 1_000
const SAVE_AT_CHANGES = 1_000
const SAVE_AT_CHARACTERS = 10_000_000 // of text; it is kept in memory until it is saved

/**
 * Visits the pages of the seed's website breadth first, obeying robots.txt and the limits in `options`, and decides for
 * every URL it meets (the first `MAX_URLS`) whether it is a page of the site or why it is skipped. Results go to
 * `options.save` while it runs.
 * @throws CrawlError with a sentence for the user, the reason of `options.signal`, or what `options.save` throws. The
 * results saved so far stay; a later call that receives them in `options.known` continues from there.
 */
export async function crawlSite(options: CrawlOptions): Promise<void> {
  const seed = canonicalUrl(options.seed)
  if (!seed) throw new CrawlError('This is not the address of a website.', { isPermanent: true })
  const stop = new AbortController()
  const crawl = openCrawl(options, seed, AbortSignal.any([options.signal, stop.signal]))
  try {
    await visitAll(crawl)
    await assertUp(crawl)
  } finally {
    stop.abort()
    await save(crawl)
  }
  assertFruitful(crawl)
}

/** Starts all requests that may start and sleeps until one has ended, until no page is left to visit or held back. */
async function visitAll(crawl: Crawl): Promise<void> {
  const { frontier, hosts } = crawl
  for (const page of frontier.waiting()) hostOf(hosts, page.url).queue.push(page)
  crawl.verdicts.offer(crawl.seed, 0, true)
  for (const url of crawl.options.earlier?.keys() ?? []) crawl.verdicts.offer(url, 1, true)
  for (;;) {
    crawl.signal.throwIfAborted()
    if (crawl.failure) throw crawl.failure
    if (isSaveDue(crawl)) await save(crawl)
    leaveOutBeyondLimit(crawl)
    startWhatMay(crawl)
    const isIdle = () => crawl.active === 0 && ![...hosts.values()].some(hasWork)
    if (isIdle()) crawl.verdicts.settle()
    if (isIdle()) return
    await rest(crawl)
  }
}

const isSaveDue = ({ frontier, savedAt }: Crawl): boolean =>
  performance.now() - savedAt >= SAVE_EVERY_MS ||
  frontier.changedCount >= SAVE_AT_CHANGES ||
  frontier.reportedCharacters >= SAVE_AT_CHARACTERS

/** Skips the pages not yet visited at a limit. A running request is awaited first, as it may turn out not to count. */
function leaveOutBeyondLimit(crawl: Crawl): void {
  const limit = crawl.active === 0 ? limitReached(crawl) : undefined
  if (!limit) return
  for (const host of crawl.hosts.values()) for (const page of takeAll(host)) crawl.verdicts.skip(page, limit)
}

function startWhatMay(crawl: Crawl): void {
  const now = performance.now()
  for (const host of crawl.hosts.values()) {
    if (host.isLoadingRules) continue
    if (host.rules) startVisits(crawl, host, host.rules.allows, now)
    else if (hasWork(host) && now >= host.notBefore) {
      host.isLoadingRules = true
      const loaded = () => {
        host.isLoadingRules = false
      }
      run(crawl, loadRules(crawl, host).finally(loaded))
    }
  }
}

function startVisits(crawl: Crawl, host: Host, allows: (url: string) => boolean, now: number): void {
  while (crawl.active < PAGES_AT_ONCE && !limitReached(crawl) && performance.now() - now < START_FOR_MS) {
    const page = takePage(host, now)
    if (!page) return
    if (!allows(page.url)) {
      crawl.verdicts.skip(page, 'robots')
      continue
    }
    host.active += 1
    if (host.delayMs > 0) host.notBefore = now + host.delayMs
    const answered = () => {
      host.active -= 1
      crawl.wake()
    }
    run(crawl, visit(crawl, host, page, answered))
  }
}

/** Runs a task in the background: counts it as active until it ends, then wakes the main loop. Errors end the crawl. */
function run(crawl: Crawl, work: Promise<void>): void {
  crawl.active += 1
  work
    .catch((error: unknown) => {
      crawl.failure ??= error
    })
    .finally(() => {
      crawl.active -= 1
      crawl.wake()
    })
}

function rest(crawl: Crawl): Promise<void> {
  const now = performance.now()
  const isFull = crawl.active >= PAGES_AT_ONCE || limitReached(crawl) !== undefined
  const times = isFull ? [] : [...crawl.hosts.values()].flatMap((host) => readyAt(host, now) ?? [])
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.max(Math.min(crawl.savedAt + SAVE_EVERY_MS, ...times) - now, 5))
    crawl.wake = () => {
      clearTimeout(timer)
      resolve()
    }
  })
}

/**
 * Fails the crawl if it found no page because the site could not be read. A site also counts as read if the seed leads
 * to a file, or if the site answered that a page of the earlier crawl no longer exists.
 * @throws CrawlError with the first problem that occurred, or else with the sentence that no page could be read
 */
function assertFruitful({ frontier, verdicts, seed, hasLostPage }: Crawl): void {
  if (verdicts.hasReadPage || hasLostPage) return
  const reason = frontier.get(seed)?.reason
  if (reason === 'not_html') return
  const unread = reason === 'unreachable' ? `No page of ${new URL(seed).host} could be read.` : undefined
  const problem = verdicts.firstProblem ?? unread
  if (problem) throw new CrawlError(problem, { isPermanent: true })
}
