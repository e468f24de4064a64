/** What a crawl has seen at an address. */
export type Seen =
  /** A page; `text` is the fingerprint of what it says, null if it has no words. */
  | { kind: 'page'; text: string | null }
  /** The address could not be read: a server error, a time-out, forbidden, or no page. */
  | { kind: 'missing' }
  /** The answer was 404 Not Found. */
  | { kind: 'not_found' }
  /** The answer was 410 Gone. */
  | { kind: 'gone' }
  | { kind: 'redirect'; target: string }
  /** The crawl did not visit the address. */
  | { kind: 'unvisited' }

/** A page of a website: what is known of it from before, and what a crawl has seen. */
export interface SitePage {
  url: string
  /** Fingerprint of the text that its source has learnt; undefined without a source. */
  learnt: string | undefined
  /** Whether its source was deleted by hand. */
  isDismissed: boolean
  /** Whether the path patterns of the site include it. */
  isWanted: boolean
  seen: Seen
  /** In how many crawls in a row it was missing, and in how many of those it was 404. */
  missing: number
  notFound: number
}

export type Change = 'added' | 'changed' | 'gone'

/** Why somebody is asked before a plan is applied. */
export type Doubt = 'gone' | 'changed' | 'missing' | 'alike'

export interface Comparison {
  changes: { url: string; change: Change }[]
  unchanged: number
  /** How often in a row each page that has a source was missing. */
  counters: Map<string, { missing: number; notFound: number }>
  doubts: Doubt[]
}

/** A share of the sources above which a change is doubted. */
const MANY = 0.2
const MISSING_TIMES = 3
const NOT_FOUND_TIMES = 2

/** Compares what a crawl of a website has seen with its sources. */
export function comparePages(pages: readonly SitePage[]): Comparison {
  const sources = pages.filter(({ learnt }) => learnt !== undefined)
  const alike = pagesGrownAlike(sources)
  const seen = seenOf(pages, sources, alike)
  const counters = new Map(sources.map((page) => [page.url, countersOf(page, seen(page))]))
  const changes = sources.flatMap((page) => {
    const change = changeOf(page, seen(page), counters.get(page.url)!)
    return change ? [{ url: page.url, change }] : []
  })

  const isMany = (count: number) => count > MANY * sources.length
  const missing = sources.filter((page) => ['missing', 'not_found', 'gone'].includes(seen(page).kind)).length
  const doubts: Doubt[] = []
  if (isMany(changes.filter(({ change }) => change === 'gone').length)) doubts.push('gone')
  if (isMany(changes.filter(({ change }) => change === 'changed').length)) doubts.push('changed')
  if (isMany(missing)) doubts.push('missing')
  if (alike.size > 0) doubts.push('alike')
  const unchanged = sources.length - changes.length
  const added = isMany(missing) ? [] : newPages(pages, sources, seen, changes)
  return { changes: [...added, ...changes], unchanged, counters, doubts }
}

/** The pages that said different things and now say the same, such as that the site is being worked on. */
function pagesGrownAlike(sources: readonly SitePage[]): Set<string> {
  const saying = Map.groupBy(sources, ({ seen }) => (seen.kind === 'page' ? seen.text : null))
  const alike = new Set<string>()
  for (const [text, pages] of saying) {
    if (text === null || new Set(pages.map(({ learnt }) => learnt)).size < 2) continue
    for (const { url, learnt } of pages) if (learnt !== text) alike.add(url)
  }
  // One page that now repeats another is a change of its own; several are not.
  return alike.size > 1 ? alike : new Set()
}

type Judged = Exclude<Seen, { kind: 'redirect' }>

/**
 * What each page counts as. A page without words, or grown like others, counts as missing, and so does one that leads
 * where others lead too, as those behind a sign-in form do. One that leads elsewhere has moved: if what it said is said
 * there, it is gone from its old address, otherwise it counts as not found.
 */
function seenOf(pages: readonly SitePage[], sources: readonly SitePage[], alike: ReadonlySet<string>) {
  const leading = Map.groupBy(sources, ({ seen }) => (seen.kind === 'redirect' ? place(seen.target) : null))
  const byUrl = new Map(pages.map((page) => [page.url, page]))
  return ({ url, seen, learnt }: SitePage): Judged => {
    if (seen.kind === 'page') return seen.text === null || alike.has(url) ? { kind: 'missing' } : seen
    if (seen.kind !== 'redirect') return seen
    if (leading.get(place(seen.target))!.length > 1) return { kind: 'missing' }
    const there = byUrl.get(seen.target)?.seen
    return there?.kind === 'page' && there.text === learnt ? { kind: 'gone' } : { kind: 'not_found' }
  }
}

/** An address without its query, which may say where one came from. */
const place = (url: string) => url.split('?')[0]!

function countersOf({ missing, notFound }: SitePage, seen: Judged) {
  if (seen.kind === 'unvisited') return { missing, notFound }
  if (seen.kind === 'page') return { missing: 0, notFound: 0 }
  return { missing: missing + 1, notFound: notFound + (seen.kind === 'missing' ? 0 : 1) }
}

function changeOf(page: SitePage, seen: Judged, counters: { missing: number; notFound: number }): Change | undefined {
  if (!page.isWanted || seen.kind === 'gone') return 'gone'
  if (seen.kind === 'unvisited') return undefined
  if (seen.kind === 'page') return seen.text === page.learnt ? undefined : 'changed'
  return counters.missing >= MISSING_TIMES || counters.notFound >= NOT_FOUND_TIMES ? 'gone' : undefined
}

/** The pages to add: each text once, and none that a page which stays says already. */
function newPages(
  pages: readonly SitePage[],
  sources: readonly SitePage[],
  seen: (page: SitePage) => Judged,
  changes: Comparison['changes'],
): Comparison['changes'] {
  const gone = new Set(changes.filter(({ change }) => change === 'gone').map(({ url }) => url))
  const said = new Set<string | null>([null])
  for (const page of sources) {
    const now = seen(page)
    if (now.kind === 'page' && !gone.has(page.url)) said.add(now.text)
  }
  return pages.flatMap((page) => {
    if (page.learnt !== undefined || page.isDismissed || !page.isWanted || page.seen.kind !== 'page') return []
    if (said.has(page.seen.text)) return []
    said.add(page.seen.text)
    return [{ url: page.url, change: 'added' as const }]
  })
}
