import type { skipReasons } from '#contract/crawls.ts'

export type SkipReason = (typeof skipReasons)[number]

/** A URL that a crawl has come across, and what became of it. */
export interface CrawledUrl {
  /** Canonical form; each is met once. */
  url: string
  /** In the order of discovery, from 0. */
  position: number
  /** Links away from the seed. */
  depth: number
  state: 'waiting' | 'found' | 'skipped'
  /** Of what was skipped. */
  reason: SkipReason | null
  /** Of a found page's content: the same again is a duplicate. */
  fingerprint: string | null
}

/** Why a crawl can't go on, as a sentence a person can act on. */
export class CrawlError extends Error {
  /** Trying again would end the same way. */
  readonly isPermanent: boolean

  constructor(message: string, options: { isPermanent: boolean; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.name = 'CrawlError'
    this.isPermanent = options.isPermanent
  }
}
