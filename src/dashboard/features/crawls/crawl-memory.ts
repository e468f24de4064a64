import { createStore, type Store, useStore } from '#dashboard/lib/store.ts'
import { readStored, writeStored } from '#dashboard/lib/stored.ts'
import type { CreateProgress } from './create-sources.ts'

/** The API has no list of crawls: this browser remembers those it started. */
export interface RecentCrawl {
  taskId: string
  url: string
  startedAt: string
}

/** Pages being made into sources, or made. */
export interface CrawlRun extends CreateProgress {
  id: string
  agentId: string
  /** Ranges of indices into the crawl's `urls`. */
  pages: string
  /** Set once every page has been dealt with, or the rest was left. */
  finished?: true
  /** When that was (ms since the epoch): what was known of the sources before says nothing of these. */
  finishedAt?: number
}

/** How far one has come with a crawl. */
export interface CrawlMemory {
  /** Ranges of indices into the crawl's `urls`; absent until one has chosen otherwise than all. */
  chosen?: string
  run?: CrawlRun
}

const MOST_RECENT = 20

const recents = new Map<string, Store<readonly RecentCrawl[]>>()
const memories = new Map<string, Store<CrawlMemory>>()

function recentStore(organizationId: string): Store<readonly RecentCrawl[]> {
  return remembered(recents, organizationId, () => {
    const kept = parse(readStored(`crawls.${organizationId}`))
    return Array.isArray(kept) ? (kept as RecentCrawl[]) : []
  })
}

function memoryStore(taskId: string): Store<CrawlMemory> {
  return remembered(memories, taskId, () => (parse(readStored(`crawl.${taskId}`)) as CrawlMemory | undefined) ?? {})
}

export function useRecentCrawls(organizationId: string): readonly RecentCrawl[] {
  return useStore(recentStore(organizationId))
}

export function rememberCrawl(organizationId: string, crawl: RecentCrawl): void {
  const store = recentStore(organizationId)
  const all = [crawl, ...store.get().filter(({ taskId }) => taskId !== crawl.taskId)]
  for (const { taskId } of all.slice(MOST_RECENT)) writeStored(`crawl.${taskId}`, undefined)
  keepRecents(organizationId, all.slice(0, MOST_RECENT))
}

export function forgetCrawl(organizationId: string, taskId: string): void {
  writeStored(`crawl.${taskId}`, undefined)
  keepRecents(
    organizationId,
    recentStore(organizationId)
      .get()
      .filter((crawl) => crawl.taskId !== taskId),
  )
}

export function useCrawlMemory(taskId: string): CrawlMemory {
  return useStore(memoryStore(taskId))
}

export function readCrawlMemory(taskId: string): CrawlMemory {
  return memoryStore(taskId).get()
}

export function changeCrawlMemory(taskId: string, changes: CrawlMemory): void {
  const store = memoryStore(taskId)
  const next = { ...store.get(), ...changes }
  store.set(next)
  writeStored(`crawl.${taskId}`, JSON.stringify(next))
}

function keepRecents(organizationId: string, crawls: readonly RecentCrawl[]): void {
  recentStore(organizationId).set(crawls)
  writeStored(`crawls.${organizationId}`, JSON.stringify(crawls))
}

function remembered<Value>(stores: Map<string, Store<Value>>, key: string, read: () => Value): Store<Value> {
  const store = stores.get(key) ?? createStore(read())
  stores.set(key, store)
  return store
}

function parse(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
