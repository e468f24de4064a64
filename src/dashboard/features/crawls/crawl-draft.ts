import { type Store, useStore } from '#dashboard/lib/store.ts'
import { tabStore } from '#dashboard/lib/tab-store.ts'
import type { CreateProgress } from './create-sources.ts'

/** Creation of sources from the chosen pages, in progress. */
export interface CrawlRun extends CreateProgress {
  id: string
  agentId: string
  /** Ranges of indices into the crawl's `urls`. */
  pages: string
}

/**
 * The choice among a crawl's pages and the creation of their sources, kept in this tab. The server knows the sources
 * created.
 */
export interface CrawlDraft {
  /** Ranges of indices into the crawl's `urls`; absent while the preselection of all pages is unchanged. */
  chosen?: string | undefined
  /** Present until every page was processed, or the rest was cancelled. */
  run?: CrawlRun | undefined
  /** Pages of the last run that the server refused. */
  refused?: CreateProgress['refused']
}

const draftOf = (taskId: string): Store<CrawlDraft> => tabStore<CrawlDraft>(`crawl.${taskId}`, {})

export const useCrawlDraft = (taskId: string): CrawlDraft => useStore(draftOf(taskId))

export const readCrawlDraft = (taskId: string): CrawlDraft => draftOf(taskId).get()

export function changeCrawlDraft(taskId: string, changes: CrawlDraft): void {
  const store = draftOf(taskId)
  store.set({ ...store.get(), ...changes })
}
