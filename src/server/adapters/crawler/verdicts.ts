import type { CrawledUrl, SkipReason } from './crawler.ts'
import type { Frontier } from './frontier.ts'
import { isFileUrl } from './site.ts'
import { createTraps } from './traps.ts'
import type { Visit } from './visit.ts'

/** Links from the seed. Long chains of pages are real; endless ones end here. */
const MAX_DEPTH = 100

type PageVisit = Visit & { kind: 'page' }

export type Verdicts = ReturnType<typeof createVerdicts>

export interface VerdictOptions {
  frontier: Frontier
  isOnSite(url: URL): boolean
  maximumFound: number
  /** Has a page asked for. */
  enqueue(page: CrawledUrl): void
}

/** Decides of every URL whether it is worth asking for, and of every page asked for whether it is one of the site's. */
export function createVerdicts({ frontier, isOnSite, maximumFound, enqueue }: VerdictOptions) {
  const traps = createTraps()
  /** Pages that name another as the original, by that one: should it not be had, they stand in for it. */
  const standIns = new Map<string, { page: CrawledUrl; visit: PageVisit }[]>()
  let hasReadPage = frontier.foundCount > 0
  let firstProblem: string | undefined

  for (const { url } of frontier.all()) traps.isTrap(new URL(url))

  function refusal(url: URL, depth: number, isListed: boolean): SkipReason | undefined {
    if (!isOnSite(url)) return 'other_host'
    if (isFileUrl(url)) return 'not_html'
    if (depth > MAX_DEPTH) return 'too_deep'
    return !isListed && traps.isTrap(url) ? 'trap' : undefined
  }

  /** Takes in a URL unless it is known; what is no page of this site by its looks is left out at once. */
  function offer(url: string, depth: number, isListed = false): void {
    if (frontier.get(url) || frontier.isFull) return
    const entry = frontier.add(url, depth)
    const reason = refusal(new URL(url), depth, isListed)
    if (reason) frontier.skip(entry, reason)
    else enqueue(entry)
  }

  function skip(page: CrawledUrl, reason: SkipReason, problem?: string): void {
    if (problem) firstProblem ??= problem
    frontier.skip(page, reason)
    release(page)
  }

  function accept(page: CrawledUrl, { facts, fingerprint }: PageVisit): void {
    if (frontier.foundCount >= maximumFound) skip(page, 'plan_limit')
    else if (!frontier.find(page, fingerprint)) skip(page, 'duplicate')
    else {
      for (const link of facts.links) offer(link, page.depth + 1)
      release(page)
    }
  }

  /** The fate of an original decides on those that named it. */
  function release(original: CrawledUrl): void {
    const waiting = standIns.get(original.url) ?? []
    standIns.delete(original.url)
    for (const { page, visit } of waiting) {
      if (page.state !== 'waiting') continue
      if (original.state === 'found') skip(page, 'duplicate')
      else accept(page, visit)
    }
  }

  return {
    offer,
    skip,
    /** Whether the site has shown at least one page. */
    get hasReadPage() {
      return hasReadPage
    },
    /** The first thing that went wrong, as a sentence. */
    get firstProblem() {
      return firstProblem
    },

    page(page: CrawledUrl, visit: PageVisit): void {
      const { canonical, links, noindex } = visit.facts
      hasReadPage = true
      if (noindex) {
        for (const link of links) offer(link, page.depth + 1)
        skip(page, 'noindex')
        return
      }
      // A canonical address elsewhere says where a copy is published, as on a staging host: the page still is one.
      if (!canonical || canonical === page.url || !isOnSite(new URL(canonical))) {
        accept(page, visit)
        return
      }
      offer(canonical, page.depth)
      const original = frontier.get(canonical)
      if (original?.state === 'found') skip(page, 'duplicate')
      else if (original?.state !== 'waiting') accept(page, visit)
      else standIns.set(canonical, [...(standIns.get(canonical) ?? []), { page, visit }])
    },

    redirect(page: CrawledUrl, target: string | null): void {
      if (!target || target === page.url) {
        skip(page, 'unreachable', `${page.url} redirects to itself or to no address.`)
      } else if (!isOnSite(new URL(target))) {
        const problem = `${page.url} redirects to ${target}, another website. Start the crawl from there.`
        skip(page, 'redirected_away', problem)
      } else {
        offer(target, page.depth + 1)
        skip(page, 'duplicate')
      }
    },
  }
}
