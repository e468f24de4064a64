import type { CrawledUrl, PageReport, SkipReason } from './crawler.ts'
import type { Frontier } from './frontier.ts'
import { withoutSession } from './session-ids.ts'
import { isFileUrl, isHomePage } from './site.ts'
import { createTraps } from './traps.ts'
import type { Visit } from './visit.ts'

/** Links from the seed after which pages are skipped: real sites have long chains of pages, but not endless ones. */
const MAX_DEPTH = 100

/** Characters of links and texts of all pages that wait for their canonical page; beyond it, pages count at once. */
const MAX_HELD_CHARACTERS = 50_000_000
/**
 * Number of pages naming the same canonical page whose links are followed. They are the further pages of a list; on
 * a website that makes addresses without end, each of them would lead to more.
 */
const MAX_PAGES_OF_LIST = 200
/** How often a page is visited again because it redirected, and cookies have been set since. */
const MAX_VISITS_FOR_COOKIES = 3

type PageVisit = Visit & { kind: 'page' }

export type Verdicts = ReturnType<typeof createVerdicts>

export interface VerdictOptions {
  frontier: Frontier
  isOnSite(url: URL): boolean
  maximumFound: number
  isLeftOut(url: string): boolean
  /** Whether the visits' reports are kept; those of pages that could not be read are in any case. */
  isReporting: boolean
  enqueue(page: CrawledUrl): void
}

/**
 * Decides for every URL whether it is visited, and for every visited page whether it counts as found or why it is
 * skipped.
 */
export function createVerdicts({ frontier, isOnSite, isLeftOut, maximumFound, isReporting, enqueue }: VerdictOptions) {
  const traps = createTraps()
  /** Pages that name another as canonical, by its URL; accepted in its stead if it turns out not to count as found. */
  const standIns = new Map<string, { page: CrawledUrl; visit: PageVisit }[]>()
  let heldCharacters = 0
  /** Fingerprints of pages that were not found, whose links have been followed. */
  const followed = new Set<string>()
  /** Number of pages whose links were followed although they name another as their canonical page, by its URL. */
  const pagesOfList = new Map<string, number>()
  /** How often a page has redirected, and how often cookies had changed when it was last requested, by its URL. */
  const redirected = new Map<string, { times: number; cookies: number }>()
  /** Pages that were just decided, whose stand-ins are to be decided next. */
  const decided: CrawledUrl[] = []
  let hasReadPage = false
  let firstProblem: string | undefined

  for (const { url, state } of frontier.all()) {
    traps.isTrap(new URL(url))
    hasReadPage ||= state === 'found'
  }

  function refusal(url: URL, depth: number, isListed: boolean): SkipReason | undefined {
    if (!isOnSite(url)) return 'other_host'
    if (isLeftOut(url.href)) return 'excluded'
    if (isFileUrl(url)) return 'not_html'
    if (depth > MAX_DEPTH) return 'too_deep'
    return !isListed && traps.isTrap(url) ? 'trap' : undefined
  }

  /**
   * Adds a URL unless it is known or `MAX_URLS` are; skips it at once if its address alone says so.
   * @param isListed whether a sitemap, an earlier crawl or the user has named the URL; it then never counts as a trap
   */
  function offer(url: string, depth: number, isListed = false): void {
    if (frontier.get(url) || frontier.isFull) return
    const entry = frontier.add(url, depth)
    const reason = refusal(new URL(url), depth, isListed)
    if (reason) frontier.skip(entry, reason)
    else enqueue(entry)
  }

  function follow(page: CrawledUrl, links: readonly string[]): void {
    for (const link of links) offer(withoutSession(link), page.depth + 1)
  }

  /** Follows the links of a page that is not found itself, unless a page with the same text and links was followed. */
  function followOnce(page: CrawledUrl, links: readonly string[], fingerprint: string): void {
    if (frontier.hasFound(fingerprint) || followed.has(fingerprint)) return
    followed.add(fingerprint)
    follow(page, links)
  }

  /**
   * Follows the links of a page that names another as canonical: only further pages of a list lead to what it lists.
   */
  function followCopy(page: CrawledUrl, { facts, fingerprint }: PageVisit): void {
    const canonical = facts.canonical ?? ''
    const count = (pagesOfList.get(canonical) ?? 0) + 1
    pagesOfList.set(canonical, count)
    if (count <= MAX_PAGES_OF_LIST) followOnce(page, facts.links.filter(isPastList(page.url)), fingerprint)
  }

  function report(report: PageReport): void {
    if (isReporting || report.kind === 'failed') frontier.report(report)
  }

  function skip(page: CrawledUrl, reason: SkipReason, problem?: string): void {
    if (problem) firstProblem ??= problem
    frontier.skip(page, reason)
    release(page)
  }

  function accept(page: CrawledUrl, visit: PageVisit): void {
    const { facts, fingerprint, etag, lastModified, bytes } = visit
    if (!find(page, fingerprint)) return
    const markdown = 'markdown' in facts ? facts.markdown : ''
    const { title, asksForPassword } = facts
    const read = { url: page.url, title, markdown, asksForPassword, bytes, etag, lastModified, fingerprint }
    report({ kind: 'read', ...read })
    follow(page, facts.links)
    release(page)
  }

  /** Counts a page as found; skips it and returns false if the limit is reached or its content was found before. */
  function find(page: CrawledUrl, fingerprint: string): boolean {
    if (frontier.countedCount >= maximumFound && frontier.isCounted(page.url)) skip(page, 'plan_limit')
    else if (!frontier.find(page, fingerprint)) skip(page, 'duplicate')
    else return true
    return false
  }

  /** Decides on the pages that name `original` as their canonical page, once `original` is decided itself. */
  function release(original: CrawledUrl): void {
    // Each of these pages may release others in turn; the queue keeps a long chain from becoming as deep a recursion.
    decided.push(original)
    if (decided.length > 1) return
    for (const next of decided) releaseFrom(next)
    decided.length = 0
  }

  function releaseFrom(original: CrawledUrl): void {
    const waiting = standIns.get(original.url) ?? []
    standIns.delete(original.url)
    for (const { page, visit } of waiting) {
      heldCharacters -= charactersOf(visit)
      if (page.state !== 'waiting') continue
      if (original.state === 'found') {
        followCopy(page, visit)
        skip(page, 'duplicate')
      } else accept(page, visit)
    }
  }

  function hold(page: CrawledUrl, visit: PageVisit, canonical: string): void {
    heldCharacters += charactersOf(visit)
    const waiting = standIns.get(canonical) ?? []
    waiting.push({ page, visit })
    standIns.set(canonical, waiting)
  }

  /** Whether a page that has redirected may answer otherwise now, because cookies were set since it was requested. */
  function isWorthAnotherVisit(url: string, cookieChanges: number): boolean {
    const last = redirected.get(url)
    return last !== undefined && last.cookies < cookieChanges && last.times < MAX_VISITS_FOR_COOKIES
  }

  return {
    offer,
    skip,
    get hasReadPage() {
      return hasReadPage
    },
    get firstProblem() {
      return firstProblem
    },

    page(page: CrawledUrl, visit: PageVisit): void {
      const { links, noindex, isFrameset } = visit.facts
      const canonical = visit.facts.canonical && withoutSession(visit.facts.canonical)
      hasReadPage = true
      if (noindex || isFrameset) {
        followOnce(page, links, visit.fingerprint)
        skip(page, noindex ? 'noindex' : 'duplicate') // a frameset shows what its frames hold
        return
      }
      // A canonical address on another website (a staging host names the live one) does not make this page a duplicate.
      // Nor does the home page, which some websites name on every page by mistake.
      const isElsewhere = !canonical || !isOnSite(new URL(canonical)) || isStrayHome(canonical, page.url)
      if (isElsewhere || canonical === page.url) {
        accept(page, visit)
        return
      }
      offer(canonical, page.depth)
      const original = frontier.get(canonical)
      if (original?.state === 'found') {
        followCopy(page, visit)
        skip(page, 'duplicate')
      } else if (original?.state !== 'waiting') accept(page, visit)
      else if (heldCharacters + charactersOf(visit) > MAX_HELD_CHARACTERS) accept(page, visit)
      else hold(page, visit, canonical)
    },

    /**
     * Decides on the pages still waiting at the end, which name each other as canonical: the one met first is accepted.
     */
    settle(): void {
      const held = [...standIns.values()].flat().sort((one, other) => one.page.position - other.page.position)
      for (const { page, visit } of held) if (page.state === 'waiting') accept(page, visit)
    },

    unchanged(page: CrawledUrl, fingerprint: string): void {
      hasReadPage = true
      if (!find(page, fingerprint)) return
      report({ kind: 'unchanged', url: page.url })
      release(page)
    },

    /** Skips a page that could not be read. `status` is the website's last answer, or null if there was none. */
    fail(page: CrawledUrl, reason: SkipReason, problem: string, status: number | null): void {
      report({ kind: 'failed', url: page.url, status })
      skip(page, reason, problem)
    },

    /**
     * Decides on a page that leads to `target`. `cookies` says how often cookies had changed when the page was
     * requested, and how often they have by now: a website that has set some may answer the next request with the page.
     */
    redirect(page: CrawledUrl, target: string | null, cookies: { before: number; now: number }): void {
      report({ kind: 'moved', url: page.url, target })
      const times = (redirected.get(page.url)?.times ?? 0) + 1
      redirected.set(page.url, { times, cookies: cookies.before })
      const again = target && isWorthAnotherVisit(target, cookies.now) ? frontier.get(target) : undefined
      if (again && (again === page || again.state === 'skipped')) {
        if (again !== page) skip(page, 'duplicate')
        frontier.reopen(again)
        enqueue(again)
      } else if (!target || target === page.url) {
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

/** Whether a page that is no home page, nor a further page of one, names one as its canonical page. */
function isStrayHome(canonical: string, address: string): boolean {
  const { origin, pathname } = new URL(address)
  return isHomePage(new URL(canonical)) && !isHomePage(new URL(origin + pathname))
}

function charactersOf({ facts }: PageVisit): number {
  const text = 'markdown' in facts ? facts.markdown.length : 0
  return facts.links.reduce((sum, link) => sum + link.length, text)
}

/** Says which links of a list's page lead on: other paths, and its other pages. Filters of it combine without end. */
function isPastList(address: string): (link: string) => boolean {
  const url = new URL(address)
  const names = namesOf(url)
  return (link) => {
    const other = new URL(link)
    return other.origin !== url.origin || other.pathname !== url.pathname || namesOf(other) === names
  }
}

const namesOf = ({ searchParams }: URL): string => [...new Set(searchParams.keys())].sort().join('&')
