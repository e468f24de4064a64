import type { QueryClient } from '@tanstack/react-query'
import { invalidateAfter } from '#dashboard/api/after-mutation.ts'
import { api } from '#dashboard/api/api.ts'
import { call } from '#dashboard/api/client.ts'
import { randomId } from '#dashboard/lib/random-id.ts'
import { createStore, type Store, useStore } from '#dashboard/lib/store.ts'
import { changeCrawlDraft, readCrawlDraft } from './crawl-draft.ts'
import { createSources } from './create-sources.ts'
import { readRanges, writeRanges } from './index-ranges.ts'

export type RunState = { phase: 'idle' } | { phase: 'running' } | { phase: 'stopped'; error: unknown }

const states = new Map<string, Store<RunState>>()

function stateOf(taskId: string): Store<RunState> {
  const store = states.get(taskId) ?? createStore<RunState>({ phase: 'idle' })
  states.set(taskId, store)
  return store
}

/** State of the creation of a crawl's sources, which continues while other screens are shown. */
export function useRunState(taskId: string): RunState {
  return useStore(stateOf(taskId))
}

/** Stores which sources are to be created, so that a reload can continue. */
export function planRun(taskId: string, agentId: string, chosen: ReadonlySet<number>): void {
  const run = { id: randomId(), agentId, pages: writeRanges(chosen), done: 0, created: 0, refused: [] }
  changeCrawlDraft(taskId, { run, refused: [] })
}

/** Creates the planned sources that do not exist yet. Does nothing while already running. */
export async function continueRun(
  client: QueryClient,
  params: { organization: string; taskId: string },
  found: readonly string[],
): Promise<void> {
  const { taskId } = params
  const { run } = readCrawlDraft(taskId)
  const state = stateOf(taskId)
  if (!run || state.get().phase === 'running') return
  state.set({ phase: 'running' })
  const target = { agent: run.agentId, taskId }
  try {
    await createSources({
      runId: run.id,
      urls: readRanges(run.pages, found.length).flatMap((index) => found[index] ?? []),
      progress: { done: run.done, created: run.created, refused: run.refused },
      send: async (urls, idempotencyKey) =>
        (await call('createCrawlSources', { params: target, body: { urls } }, { idempotencyKey })).length,
      onProgress: (progress) => changeCrawlDraft(taskId, { run: { ...run, ...progress } }),
    })
    await endRun(client, params)
  } catch (error) {
    state.set({ phase: 'stopped', error })
  } finally {
    void invalidateAfter(client, 'createCrawlSources', target)
  }
}

/**
 * Ends the creation of sources, leaving out those not created yet. First refetches the created ones, which the next
 * step shows.
 */
export async function endRun(client: QueryClient, params: { organization: string; taskId: string }): Promise<void> {
  const { taskId } = params
  await client.fetchQuery({ ...api.listCrawlSources.queryOptions({ params }), staleTime: 0 }).catch(() => undefined)
  changeCrawlDraft(taskId, { run: undefined, chosen: undefined, refused: readCrawlDraft(taskId).run?.refused ?? [] })
  stateOf(taskId).set({ phase: 'idle' })
}
