import { type Store, useStore } from '#dashboard/lib/store.ts'
import { tabStore } from '#dashboard/lib/tab-store.ts'
import type { CreateProgress } from './create-sources.ts'

/** Pages that are being made into sources. */
export interface CrawlRun extends CreateProgress {
  id: string
  agentId: string
  /** Ranges of indices into the crawl's `urls`. */
  pages: string
}

/** A choice among a crawl's pages that is being made or carried out in this tab. What became of it the server knows. */
export interface CrawlDraft {
  /** Ranges of indices into the crawl's `urls`; absent until one has chosen otherwise than all. */
  chosen?: string | undefined
  /** Until every page has been dealt with, or the rest was left. */
  run?: CrawlRun | undefined
  /** What the server would not take of the last run. */
  refused?: CreateProgress['refused']
}

const draftOf = (taskId: string): Store<CrawlDraft> => tabStore<CrawlDraft>(`crawl.${taskId}`, {})

export const useCrawlDraft = (taskId: string): CrawlDraft => useStore(draftOf(taskId))

export const readCrawlDraft = (taskId: string): CrawlDraft => draftOf(taskId).get()

export function changeCrawlDraft(taskId: string, changes: CrawlDraft): void {
  const store = draftOf(taskId)
  store.set({ ...store.get(), ...changes })
}
