import { oneOf, someText } from '#dashboard/lib/search.ts'

export interface CrawlSearch {
  /** The agent the pages become sources of. */
  agent?: string | undefined
  /** Back to choosing; absent: where one left off. */
  step?: 'choose' | undefined
  tab?: 'skipped' | undefined
  /** Search within the pages. */
  q?: string | undefined
}

export function readCrawlSearch(search: Record<string, unknown>): CrawlSearch {
  return {
    agent: someText(search.agent),
    step: oneOf(search.step, ['choose']),
    tab: oneOf(search.tab, ['skipped']),
    q: someText(search.q),
  }
}
