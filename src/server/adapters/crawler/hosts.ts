import type { CrawledUrl } from './crawler.ts'
import type { RobotRules } from './robots.ts'

/** Requests at once to one host that asks for no delay. */
const CONCURRENCY = 4
/** Failures in a row after which a host counts as down. */
const FAILURES_OF_OUTAGE = 16
const PAUSE_MS = 250 // after a failure, times the failures in a row
const LONGEST_PAUSE_MS = 30_000
const FIRST_DELAY_MS = 250 // between requests to a host that was asked too often; doubles each time
const LONGEST_DELAY_MS = 5_000

/** How a crawl stands with one host: what waits to be asked for, and when that may happen. */
export interface Host {
  origin: string
  /** Null until its robots.txt has been read. */
  rules: RobotRules | null
  isLoadingRules: boolean
  rulesAttempts: number
  queue: CrawledUrl[]
  retries: { page: CrawledUrl; at: number }[]
  active: number
  concurrency: number
  delayMs: number
  /** No request before this. */
  notBefore: number
  /** Times it could not be had, or had too much to do, since it last gave an answer. */
  failures: number
  /** Pages given up in that time. */
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
    concurrency: CONCURRENCY,
    delayMs: 0,
    notBefore: 0,
    failures: 0,
    givenUp: [],
  }
}

/** A host that asks for a delay is asked one thing at a time. */
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

/** The next page to ask for now, if any: what failed before first, once its wait is over. */
export function takePage(host: Host, now: number): CrawledUrl | undefined {
  if (host.active >= host.concurrency || now < host.notBefore) return undefined
  const due = host.retries.findIndex(({ at }) => at <= now)
  if (due >= 0) return host.retries.splice(due, 1)[0]?.page
  return host.queue.shift()
}

/** Everything that waits for this host; it waits no more. */
export function takeAll(host: Host): CrawledUrl[] {
  const pages = [...host.queue, ...host.retries.map(({ page }) => page)]
  host.queue = []
  host.retries = []
  return pages
}

/** When something of this host may happen next; undefined while that is up to a request in flight. */
export function readyAt(host: Host, now: number): number | undefined {
  if (!hasWork(host) || host.isLoadingRules || host.active >= host.concurrency) return undefined
  const page = host.queue.length > 0 ? now : Math.min(...host.retries.map(({ at }) => at))
  return Math.max(page, host.notBefore)
}

/** The host answered. A pace it could not keep up with comes back little by little. */
export function noteAnswer(host: Host): void {
  host.failures = 0
  host.givenUp = []
  host.delayMs = Math.max(host.rules?.delayMs ?? 0, host.delayMs > 20 ? host.delayMs * 0.95 : 0)
}

/** The host is overloaded or says so: one request at a time from here on, further apart, after a pause. */
export function slowDown(host: Host, now: number, waitMs: number): void {
  host.failures += 1
  host.concurrency = 1
  host.delayMs = Math.min(Math.max(FIRST_DELAY_MS, host.delayMs * 2), LONGEST_DELAY_MS)
  host.notBefore = Math.max(host.notBefore, now + Math.max(waitMs, host.delayMs * 2))
}

/** The host could not be had: it is left alone for longer each time. */
export function noteFailure(host: Host, now: number): void {
  host.failures += 1
  host.notBefore = Math.max(host.notBefore, now + Math.min(PAUSE_MS * host.failures, LONGEST_PAUSE_MS))
}
