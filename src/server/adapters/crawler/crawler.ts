export type SkipReason =
  | 'robots'
  | 'noindex'
  | 'not_html'
  | 'duplicate'
  | 'unreachable'
  | 'other_host'
  | 'redirected_away'
  | 'too_deep'
  | 'trap'
  | 'excluded'
  | 'page_limit'
  | 'plan_limit'

export interface CrawledUrl {
  /** The URL in canonical form. Each URL has one entry. */
  url: string
  /** Place in the order of discovery, from 0. */
  position: number
  /** Links from the seed (a redirect counts as one, a `canonical` link as none); 1 from a sitemap or earlier crawl. */
  depth: number
  state: 'waiting' | 'found' | 'skipped'
  reason: SkipReason | null
  /**
   * Hash of the content, by which duplicates are recognised; null unless the page was found or repeats one that was.
   */
  fingerprint: string | null
}

/** What an earlier crawl stored about a page, with which this crawl asks the website whether the page has changed. */
export interface EarlierPage {
  /** The `ETag` and `Last-Modified` headers that came with the page; null if there were none. */
  etag: string | null
  lastModified: string | null
  /** Hash of the page's content; empty if the earlier crawl has met the address, but read no page there. */
  fingerprint: string
}

/** What one visit has learnt of a page, for crawls that keep texts. */
export type PageReport =
  | ({
      kind: 'read'
      url: string
      title: string
      markdown: string
      asksForPassword: boolean
      bytes: number
    } & EarlierPage)
  /** The website said that the page is still what the earlier crawl has read. */
  | { kind: 'unchanged'; url: string }
  /** The page leads to another address, which is null if it is not a valid one. */
  | { kind: 'moved'; url: string; target: string | null }
  /** The page could not be read; `status` is the website's last answer, or null if there was none. */
  | { kind: 'failed'; url: string; status: number | null }

/** Why a crawl can't go on, as a sentence that tells a person what to do. */
export class CrawlError extends Error {
  /** Whether the crawl is not tried again by itself, because it would probably fail in the same way. */
  readonly isPermanent: boolean

  constructor(message: string, options: { isPermanent: boolean; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.name = 'CrawlError'
    this.isPermanent = options.isPermanent
  }
}
