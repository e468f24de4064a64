import { isWanted, type Wanted } from '#contract/globs.ts'
import type { Row } from '../../db/rows.ts'
import type { Seen, SitePage } from './compare-pages.ts'
import type { Learnt } from './learnt.ts'

/** A URL that a crawl has met, with what the website answered where it could not be read. */
export type Met = Pick<
  Row<'crawl_pages'>,
  'url' | 'position' | 'state' | 'reason' | 'fingerprint' | 'status' | 'target'
>
/** What is known of a page from this crawl or one before. */
export type Known = Pick<Row<'site_pages'>, 'url' | 'says' | 'fingerprint' | 'source_id' | 'missing' | 'not_found'>

export const wantedBy = ({ include, exclude }: Pick<Row<'sites'>, 'include' | 'exclude'>): Wanted => ({
  include: JSON.parse(include) as string[],
  exclude: JSON.parse(exclude) as string[],
})

export const ownUrls = (known: ReadonlyMap<string, Known>, learnt: ReadonlyMap<string, Learnt>): string[] =>
  [...known.values()].flatMap(({ url, source_id }) =>
    source_id !== null && learnt.get(url)?.id === source_id ? [url] : [],
  )

/** Whether a site wants a page as a source: its patterns include it, and nobody has deleted its source. */
export function isSourceWanted(
  url: string,
  wanted: Wanted,
  known: ReadonlyMap<string, Pick<Known, 'source_id'>>,
  learnt: ReadonlyMap<string, Learnt>,
): boolean {
  return isWanted(wanted, url) && (learnt.has(url) || known.get(url)?.source_id == null)
}

/** The most redirects in a row that are followed, as they may lead in a circle. */
const MOST_REDIRECTS = 5

/**
 * A plan's pages in the website's order: those found, and the site's sources. A person's source of a page that the site
 * wants becomes the site's; an unwanted one counts only if it is the site's own and no other site of the agent wants
 * it.
 */
export function sitePages(
  met: readonly Met[],
  known: ReadonlyMap<string, Known>,
  learnt: ReadonlyMap<string, Learnt>,
  wanted: Wanted,
  isWantedElsewhere: (url: string) => boolean,
): SitePage[] {
  const byFingerprint = new Map([...known.values()].map(({ fingerprint, says }) => [fingerprint, says]))
  const own = new Set(ownUrls(known, learnt))
  const isOurs = (url: string) => own.has(url) && (isWanted(wanted, url) || !isWantedElsewhere(url))
  const pageOf = (url: string, seen: Seen): SitePage => {
    const page = known.get(url)
    const source = learnt.get(url)
    const isIncluded = isWanted(wanted, url)
    return {
      ...{ url, seen, learnt: isIncluded || isOurs(url) ? source?.says : undefined },
      ...{ isDismissed: page?.source_id != null && source === undefined, isWanted: isIncluded },
      ...{ missing: page?.missing ?? 0, notFound: page?.not_found ?? 0 },
    }
  }
  const byUrl = new Map(met.map((one) => [one.url, one]))
  const found = met.flatMap((one) =>
    one.state === 'found' || isOurs(one.url)
      ? [pageOf(one.url, seenOf(followed(one, byUrl), known.get(one.url)?.says ?? null, byFingerprint))]
      : [],
  )
  const unmet = [...known.keys()].filter((url) => !byUrl.has(url) && isOurs(url))
  return [...found, ...unmet.map((url) => pageOf(url, { kind: 'unvisited' }))]
}

/** A URL with its final target: pages often redirect to https first, and from there on. */
function followed(met: Met, byUrl: ReadonlyMap<string, Met>): Met {
  let { target } = met
  for (let step = 1; step < MOST_REDIRECTS && target !== null; step += 1) {
    const next = byUrl.get(target)?.target ?? null
    if (next === null) break
    target = next
  }
  return { ...met, target }
}

function seenOf(met: Met, says: string | null, byFingerprint: ReadonlyMap<string, string | null>): Seen {
  if (met.state === 'found') return { kind: 'page', text: says }
  if (met.state === 'waiting') return { kind: 'unvisited' }
  if (met.target !== null) return { kind: 'redirect', target: met.target }
  if (met.status === 404) return { kind: 'not_found' }
  if (met.status === 410) return { kind: 'gone' }
  switch (met.reason) {
    case 'duplicate': {
      const text = met.fingerprint === null ? undefined : byFingerprint.get(met.fingerprint)
      return text === undefined ? { kind: 'missing' } : { kind: 'page', text }
    }
    case 'robots':
    case 'noindex':
    case 'not_html':
    case 'unreachable':
    case 'redirected_away':
      return { kind: 'missing' }
    default:
      return { kind: 'unvisited' } // left out by a limit or the site's patterns, or as another host or a trap
  }
}
