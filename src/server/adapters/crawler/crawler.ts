import type { skipReasons } from '#contract/crawls.ts'

export type SkipReason = (typeof skipReasons)[number]

/** A URL that a crawl has met, and what came of it. */
export interface CrawledUrl {
  /** The URL in canonical form. Each URL has one entry. */
  url: string
  /** Place in the order of discovery, from 0. */
  position: number
  /** Number of links to follow from the seed to this URL. */
  depth: number
  state: 'waiting' | 'found' | 'skipped'
  /** Why the URL was skipped; null unless it was. */
  reason: SkipReason | null
  /** Hash of a found page's content, by which duplicates are recognised; null unless the page was found. */
  fingerprint: string | null
}

/** Why a crawl can't go on, as a sentence that tells a person what to do. */
export class CrawlError extends Error {
  /** Whether another attempt would fail in the same way. */
  readonly isPermanent: boolean

  constructor(message: string, options: { isPermanent: boolean; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.name = 'CrawlError'
    this.isPermanent = options.isPermanent
  }
}
