import type { CrawledUrl, PageReport, SkipReason } from './crawler.ts'

/** Most URLs that a crawl keeps, which bounds memory and its result; ordinary crawls stay far below. */
export const MAX_URLS = 50_000

export type Frontier = ReturnType<typeof createFrontier>

/**
 * Keeps one entry for every URL a crawl has met, and which entries have changed since they were last saved.
 * @param isCounted which found pages count towards the crawl's `maximumFound`
 */
export function createFrontier(known: readonly CrawledUrl[], isCounted: (url: string) => boolean = () => true) {
  const entries = new Map(known.map((entry) => [entry.url, { ...entry }]))
  const fingerprints = new Set(known.flatMap(({ fingerprint }) => fingerprint ?? []))
  let changed = new Set<CrawledUrl>()
  let reports: PageReport[] = []
  let reportedCharacters = 0
  let counted = known.filter(({ state, url }) => state === 'found' && isCounted(url)).length
  let position = known.reduce((highest, entry) => Math.max(highest, entry.position + 1), 0)

  return {
    get: (url: string) => entries.get(url),
    get isFull() {
      return entries.size >= MAX_URLS
    },
    get countedCount() {
      return counted
    },
    isCounted,
    get changedCount() {
      return changed.size
    },
    get reportedCharacters() {
      return reportedCharacters
    },
    all: () => entries.values(),
    waiting: () => [...entries.values()].filter(({ state }) => state === 'waiting'),

    add(url: string, depth: number): CrawledUrl {
      const entry: CrawledUrl = { url, position, depth, state: 'waiting', reason: null, fingerprint: null }
      position += 1
      entries.set(url, entry)
      changed.add(entry)
      return entry
    },
    /** Marks an entry as a found page; returns false if a page with the same content was found before. */
    find(entry: CrawledUrl, fingerprint: string): boolean {
      entry.fingerprint = fingerprint // of a duplicate too, so that the page it repeats can be told
      if (fingerprints.has(fingerprint)) return false
      fingerprints.add(fingerprint)
      if (isCounted(entry.url)) counted += 1
      entry.state = 'found'
      changed.add(entry)
      return true
    },
    /** Whether a page with this content was found. */
    hasFound: (fingerprint: string) => fingerprints.has(fingerprint),
    skip(entry: CrawledUrl, reason: SkipReason): void {
      Object.assign(entry, { state: 'skipped', reason })
      changed.add(entry)
    },
    /** Sets a skipped entry back to waiting, because the failure was the host's and not the page's. */
    reopen(entry: CrawledUrl): void {
      Object.assign(entry, { state: 'waiting', reason: null })
      changed.add(entry)
    },
    report(report: PageReport): void {
      reports.push(report)
      reportedCharacters += report.kind === 'read' ? report.markdown.length : 0
    },
    takeReports(): PageReport[] {
      const taken = reports
      reports = []
      reportedCharacters = 0
      return taken
    },
    /** Copies of the entries that have changed since the last call, in the order of discovery. */
    takeChanged(): CrawledUrl[] {
      const taken = [...changed].map((entry) => ({ ...entry })).sort((one, other) => one.position - other.position)
      changed = new Set()
      return taken
    },
  }
}
