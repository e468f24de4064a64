import type { CrawledUrl } from './crawler.ts'
import type { RobotRules } from './robots.ts'

/**
 * Concurrent requests to a host without a delay, at first and at most. They grow while answers are not slow compared
 * with the quickest one, so that a distant host is crawled fast too, and else shrink to `first`.
 */
const CONCURRENCY = { first: 4, most: 24 }
/** An answer counts as slow if it takes more than `times` as long as the quickest one plus `ms` milliseconds. */
const SLOW = { times: 2, ms: 50 }
/** Consecutive failures after which a host counts as down. */
const FAILURES_OF_OUTAGE = 16
const PAUSE_MS = 250 // milliseconds of rest after a failure, multiplied by the number of consecutive failures
const LONGEST_PAUSE_MS = 30_000
const FIRST_DELAY_MS = 250 // milliseconds between requests to an overloaded host; doubles when it is overloaded again
const LONGEST_DELAY_MS = 5_000

/** The crawler's state for one host: the pages still to visit there, and when it may send the next request. */
export interface Host {
  origin: string
  rules: RobotRules | null
  isLoadingRules: boolean
  rulesAttempts: number
  queue: CrawledUrl[]
  retries: { page: CrawledUrl; at: number }[]
  active: number
  concurrency: number
  quickestMs: number
  delayMs: number
  /** Earliest time of the next request, in milliseconds of the monotonic clock. */
  notBefore: number
  /**
   * Consecutive failures of the host: it could not be reached, answered 429 or 503, or answered the request for its
   * robots.txt with any 5xx. Other answers reset them.
   */
  failures: number
  /** Pages skipped because of these consecutive failures. */
  givenUp: CrawledUrl[]
}

export function createHost(origin: string): Host {
  return {
    origin,
    rules: null,
    isLoadingRules: false,
    rulesAttempts: 0,
    queue: [],
    retries: [],
    active: 0,
    concurrency: CONCURRENCY.first,
    quickestMs: Number.POSITIVE_INFINITY,
    delayMs: 0,
    notBefore: 0,
    failures: 0,
    givenUp: [],
  }
}

/** Stores a host's robots.txt. A host that asks for a delay gets one request at a time. */
export function applyRules(host: Host, rules: RobotRules): void {
  host.rules = rules
  host.failures = 0
  host.delayMs = rules.delayMs
  if (rules.delayMs > 0) host.concurrency = 1
}

export function hasWork(host: Host): boolean {
  return host.queue.length > 0 || host.retries.length > 0
}

export function isDown(host: Host): boolean {
  return host.failures >= FAILURES_OF_OUTAGE
}

/** Removes and returns the next page to visit now, if one may be: failed pages whose wait is over come first. */
export function takePage(host: Host, now: number): CrawledUrl | undefined {
  if (host.active >= host.concurrency || now < host.notBefore) return undefined
  const due = host.retries.findIndex(({ at }) => at <= now)
  if (due >= 0) return host.retries.splice(due, 1)[0]?.page
  return host.queue.shift()
}

export function takeAll(host: Host): CrawledUrl[] {
  const pages = [...host.queue, ...host.retries.map(({ page }) => page)]
  host.queue = []
  host.retries = []
  return pages
}

/** When the next request may start; undefined if nothing is to visit or a running request must end first. */
export function readyAt(host: Host, now: number): number | undefined {
  if (!hasWork(host) || host.isLoadingRules || host.active >= host.concurrency) return undefined
  const page = host.queue.length > 0 ? now : Math.min(...host.retries.map(({ at }) => at))
  return Math.max(page, host.notBefore)
}

/** Records an answer. A delay set by `slowDown` shrinks by a twentieth with each; requests stay one at a time. */
export function noteAnswer(host: Host, tookMs?: number): void {
  host.failures = 0
  host.givenUp = []
  if (tookMs !== undefined && host.concurrency >= CONCURRENCY.first) adapt(host, tookMs)
  host.delayMs = Math.max(host.rules?.delayMs ?? 0, host.delayMs > 20 ? host.delayMs * 0.95 : 0)
}

function adapt(host: Host, tookMs: number): void {
  host.quickestMs = Math.min(host.quickestMs, tookMs)
  const isSlow = tookMs > host.quickestMs * SLOW.times + SLOW.ms
  const next = host.concurrency + (isSlow ? -1 : 1)
  host.concurrency = Math.min(Math.max(next, CONCURRENCY.first), CONCURRENCY.most)
}

/** Records an overload: from now on one request at a time, with longer delays, after a pause of `waitMs` at least. */
export function slowDown(host: Host, now: number, waitMs: number): void {
  host.failures += 1
  host.concurrency = 1
  host.delayMs = Math.min(Math.max(FIRST_DELAY_MS, host.delayMs * 2), LONGEST_DELAY_MS)
  host.notBefore = Math.max(host.notBefore, now + Math.max(waitMs, host.delayMs * 2))
}

/** Records that the host could not be reached: the pause before the next request grows with each failure. */
export function noteFailure(host: Host, now: number): void {
  host.failures += 1
  host.concurrency = Math.min(host.concurrency, CONCURRENCY.first)
  host.notBefore = Math.max(host.notBefore, now + Math.min(PAUSE_MS * host.failures, LONGEST_PAUSE_MS))
}
