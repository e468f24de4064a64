export type Seen =
  /** A page; `text` is the fingerprint of what it says, null if it has no words or is a stand-in (adapters/extract/stand-in.ts). */
  | { kind: 'page'; text: string | null }
  /** The page could not be read or may not be: a server error, a time-out, forbidden, or not a web page. */
  | { kind: 'missing' }
  | { kind: 'not_found' }
  | { kind: 'gone' }
  | { kind: 'redirect'; target: string }
  | { kind: 'unvisited' }

export interface SitePage {
  url: string
  /** Fingerprint of what was learnt from its source; undefined if none counts as the site's (see `sitePages`). */
  learnt: string | undefined
  isDismissed: boolean
  isWanted: boolean
  seen: Seen
  /** In how many crawls in a row it was missing, and in how many of those it was clearly not there, as by a 404. */
  missing: number
  notFound: number
}

type Change = 'added' | 'changed' | 'gone'

type Doubt = 'gone' | 'changed' | 'missing' | 'alike'

export interface Comparison {
  changes: { url: string; change: Change }[]
  unchanged: number
  /** How often in a row each page that has a source was missing. */
  counters: Map<string, { missing: number; notFound: number }>
  doubts: Doubt[]
  /** The smallest number of crawls in a row that missed a page which is gone for that reason; else undefined. */
  missedTimes: number | undefined
}

/** The share of the sources above which a change is doubted. */
const MANY = 0.2
const MISSING_TIMES = 3
const NOT_FOUND_TIMES = 2

export function comparePages(pages: readonly SitePage[]): Comparison {
  const sources = pages.filter(({ learnt }) => learnt !== undefined)
  const alike = pagesGrownAlike(sources)
  const led = Map.groupBy(sources, ({ seen }) => (seen.kind === 'redirect' ? place(seen.target) : null))
  const isShared = (target: string) => led.get(place(target))!.length > 1
  const says = (page: SitePage) => (page.seen.kind === 'page' && !alike.has(page.url) ? page.seen.text : null)
  const staying = pages.filter(({ isWanted, isDismissed }) => isWanted && !isDismissed)
  const isMany = (count: number) => count > MANY * sources.length
  const missingAmong = (seen: (page: SitePage) => Judged) =>
    sources.filter((page) => ['missing', 'not_found', 'gone'].includes(seen(page).kind)).length
  const seenIfAdded = seenOf(pages, alike, isShared, new Set(staying.map(says)))
  const addsNothing = isMany(missingAmong(seenIfAdded))
  // If nothing is added, a page counts as moved only if a page that is a source already has its text.
  const kept = new Set(staying.filter(({ learnt }) => learnt !== undefined).map(says))
  const seen = addsNothing ? seenOf(pages, alike, isShared, kept) : seenIfAdded
  const counters = new Map(sources.map((page) => [page.url, countersOf(page, seen(page))]))
  const changes = sources.flatMap((page) => {
    const change = changeOf(page, seen(page), counters.get(page.url)!)
    return change ? [{ url: page.url, change }] : []
  })

  const { added, areAlike } = addsNothing ? { added: [], areAlike: false } : newPages(pages, sources, seen, changes)
  const doubts: Doubt[] = []
  if (isMany(changes.filter(({ change }) => change === 'gone').length)) doubts.push('gone')
  if (isMany(changes.filter(({ change }) => change === 'changed').length)) doubts.push('changed')
  if (addsNothing) doubts.push('missing')
  const leadToOnePlace = sources.some((page) => page.seen.kind === 'redirect' && seen(page).kind === 'missing')
  if (alike.size > 0 || leadToOnePlace || (areAlike && sources.length > 0)) doubts.push('alike')
  const unchanged = sources.length - changes.length
  const missed = sources.flatMap((page) => {
    const isGone = changeOf(page, seen(page), counters.get(page.url)!) === 'gone'
    return isGone && !isGoneAtOnce(page, seen(page)) ? [counters.get(page.url)!.missing] : []
  })
  const missedTimes = missed.length > 0 ? Math.min(...missed) : undefined
  return { changes: [...added, ...changes], unchanged, counters, doubts, missedTimes }
}

/** The pages that said different things and now say the same, such as that the website is under maintenance. */
function pagesGrownAlike(sources: readonly SitePage[]): Set<string> {
  const saying = Map.groupBy(sources, ({ seen }) => (seen.kind === 'page' ? seen.text : null))
  const alike = new Set<string>()
  for (const [text, pages] of saying) {
    if (text === null || new Set(pages.map(({ learnt }) => learnt)).size < 2) continue
    for (const { url, learnt } of pages) if (learnt !== text) alike.add(url)
  }
  // One page that now repeats another is an ordinary change; several are a sign that something is wrong.
  return alike.size > 1 ? alike : new Set()
}

type Judged =
  | Exclude<Seen, { kind: 'redirect' }>
  /** What the page said is said at another address now, by a page that stays or is added. */
  | { kind: 'moved' }
  /** The address leads to a page that says something else. */
  | { kind: 'elsewhere' }

/**
 * Missing: its text is null or has grown like others, or it redirects where others do, as to a sign-in form. Moved: its
 * target, or after a 404 any page, has its text. `said`: the texts of all sources once the plan is applied.
 */
function seenOf(
  pages: readonly SitePage[],
  alike: ReadonlySet<string>,
  isShared: (target: string) => boolean,
  said: ReadonlySet<string | null>,
): (page: SitePage) => Judged {
  const texts = new Map(pages.map(({ url, seen }) => [url, seen.kind === 'page' ? seen.text : null]))
  return ({ url, seen, learnt }) => {
    if (seen.kind === 'page') return seen.text === null || alike.has(url) ? { kind: 'missing' } : seen
    if (seen.kind === 'not_found') return learnt !== undefined && said.has(learnt) ? { kind: 'moved' } : seen
    if (seen.kind !== 'redirect') return seen
    const text = texts.get(seen.target) ?? null
    if (text !== null && text === learnt && said.has(text)) return { kind: 'moved' }
    if (isShared(seen.target)) return { kind: 'missing' }
    return text === null ? { kind: 'not_found' } : { kind: 'elsewhere' }
  }
}

/** An address without its query, which may name the page from which a redirect came. */
const place = (url: string) => url.split('?')[0]!

function countersOf({ missing, notFound }: SitePage, seen: Judged) {
  if (seen.kind === 'unvisited') return { missing, notFound }
  if (seen.kind === 'page') return { missing: 0, notFound: 0 }
  return { missing: missing + 1, notFound: notFound + (seen.kind === 'missing' ? 0 : 1) }
}

const isGoneAtOnce = ({ isWanted }: SitePage, { kind }: Judged): boolean =>
  !isWanted || kind === 'gone' || kind === 'moved'

function changeOf(page: SitePage, seen: Judged, counters: { missing: number; notFound: number }): Change | undefined {
  if (isGoneAtOnce(page, seen)) return 'gone'
  if (seen.kind === 'unvisited') return undefined
  if (seen.kind === 'page') return seen.text === page.learnt ? undefined : 'changed'
  return counters.missing >= MISSING_TIMES || counters.notFound >= NOT_FOUND_TIMES ? 'gone' : undefined
}

/** The pages to add, one for each new text; and whether several new pages have the same text. */
function newPages(
  pages: readonly SitePage[],
  sources: readonly SitePage[],
  seen: (page: SitePage) => Judged,
  changes: Comparison['changes'],
): { added: Comparison['changes']; areAlike: boolean } {
  const gone = new Set(changes.filter(({ change }) => change === 'gone').map(({ url }) => url))
  const said = new Set<string | null>([null])
  for (const page of sources) {
    const now = seen(page)
    if (now.kind === 'page' && !gone.has(page.url)) said.add(now.text)
  }
  const saying = Map.groupBy(pages, (page) => {
    const isNew = page.learnt === undefined && !page.isDismissed && page.isWanted
    return isNew && page.seen.kind === 'page' && !said.has(page.seen.text) ? page.seen.text : null
  })
  saying.delete(null)
  const alike = [...saying.values()]
  return {
    added: alike.map(([page]) => ({ url: page!.url, change: 'added' })),
    areAlike: alike.some(({ length }) => length > 1),
  }
}
