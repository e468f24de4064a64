import { oneOf, someText } from '#dashboard/lib/search.ts'

export interface CrawlSearch {
  /** Id of the agent for which sources are created. */
  agent?: string | undefined
  /** Goes back to choosing pages; absent means the step that has been reached. */
  step?: 'choose' | undefined
  tab?: 'skipped' | undefined
  /** Search text for the list of pages. */
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
