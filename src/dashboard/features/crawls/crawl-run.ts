import type { QueryClient } from '@tanstack/react-query'
import { call } from '#dashboard/api/client.ts'
import { invalidate } from '#dashboard/api/invalidation.ts'
import { randomId } from '#dashboard/lib/random-id.ts'
import { createStore, type Store, useStore } from '#dashboard/lib/store.ts'
import { type CrawlRun, changeCrawlMemory, readCrawlMemory } from './crawl-memory.ts'
import { createSources } from './create-sources.ts'
import { readRanges, writeRanges } from './index-ranges.ts'

export type RunState =
  | { phase: 'idle' }
  | { phase: 'running' }
  /** The server asked for a pause, until this moment (ms since the epoch). */
  | { phase: 'paused'; until: number }
  | { phase: 'stopped'; error: unknown }

const states = new Map<string, Store<RunState>>()

function stateOf(taskId: string): Store<RunState> {
  const store = states.get(taskId) ?? createStore<RunState>({ phase: 'idle' })
  states.set(taskId, store)
  return store
}

/** What the creating of a crawl's sources is at right now; it goes on while other screens are shown. */
export function useRunState(taskId: string): RunState {
  return useStore(stateOf(taskId))
}

/** Notes what is to be created, so that a reload finds it. */
export function planRun(taskId: string, agentId: string, chosen: ReadonlySet<number>): void {
  const run = { id: randomId(), agentId, pages: writeRanges(chosen), done: 0, created: 0, refused: [] }
  changeCrawlMemory(taskId, { run })
}

/** Creates what is planned and not created yet. Does nothing while it is already at it. */
export async function continueRun(client: QueryClient, taskId: string, found: readonly string[]): Promise<void> {
  const { run } = readCrawlMemory(taskId)
  const state = stateOf(taskId)
  if (!run || run.finished || state.get().phase === 'running' || state.get().phase === 'paused') return
  state.set({ phase: 'running' })
  const params = { agent: run.agentId }
  try {
    await createSources({
      runId: run.id,
      urls: readRanges(run.pages, found.length).flatMap((index) => found[index] ?? []),
      progress: { done: run.done, created: run.created, refused: run.refused },
      send: async (urls, idempotencyKey) => {
        const created = await call('createSource', { params, body: { type: 'url', urls } }, { idempotencyKey })
        return Array.isArray(created) ? created.length : 1
      },
      onProgress: (progress) =>
        changeCrawlMemory(taskId, { run: { ...(readCrawlMemory(taskId).run ?? run), ...progress } }),
      onWait: (until) => state.set(until === undefined ? { phase: 'running' } : { phase: 'paused', until }),
    })
    changeCrawlMemory(taskId, { run: finished(readCrawlMemory(taskId).run ?? run) })
    state.set({ phase: 'idle' })
  } catch (error) {
    state.set({ phase: 'stopped', error })
  } finally {
    invalidate(client, ['listSources', 'listSourceUrls', 'getOrganization'], params)
  }
}

/** Leaves what is not created yet uncreated. */
export function endRun(taskId: string): void {
  const { run } = readCrawlMemory(taskId)
  if (run) changeCrawlMemory(taskId, { run: finished(run) })
  stateOf(taskId).set({ phase: 'idle' })
}

const finished = (run: CrawlRun): CrawlRun => ({ ...run, finished: true, finishedAt: Date.now() })
