import { keepPreviousData, useQueries, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { pollWhile } from '#dashboard/api/poll-while.ts'
import { isTraining, SOURCES_PER_PAGE, type Source, type SourceFilters, sourcesQuery } from './source-filters.ts'

const PACE = { ms: 2_000, max: 20_000, live: 4_000 }

const pageOf = (index: number) => Math.floor(index / SOURCES_PER_PAGE) + 1

/**
 * The sources that match the filters, as far as one has scrolled: the pages that are in view are loaded and kept fresh,
 * each as a query of its own.
 */
export function useSourcePages(agentId: string, filters: SourceFilters) {
  const client = useQueryClient()
  const [view, setView] = useState({ from: 1, to: 1 })
  const inView = Array.from({ length: view.to - view.from + 1 }, (_, at) => view.from + at)
  // The first page tells how many there are, so it is always among them.
  const wanted = [...new Set([1, ...inView])]
  const pages = useQueries({
    queries: wanted.map((page) => ({
      ...sourcesQuery(agentId, filters, page),
      ...(page === 1 && { placeholderData: keepPreviousData }),
      refetchInterval: pollWhile<Polled>(({ state }) => state.data?.data.some(isTraining) ?? false, PACE),
    })),
  })
  const first = pages[0]
  const failed = pages.find(({ error }) => error !== null)
  return {
    total: first?.data?.meta.total,
    /** Whether those of other filters are shown until these are loaded. */
    isOld: first?.isPlaceholderData ?? false,
    error: failed?.error ?? null,
    retry: () => void failed?.refetch(),
    /** Undefined while its page is loading. */
    at: (index: number): Source | undefined =>
      pages[wanted.indexOf(pageOf(index))]?.data?.data[index % SOURCES_PER_PAGE],
    /** A source among those that are loaded. */
    known: (id: string): Source | undefined =>
      pages.flatMap(({ data }) => data?.data ?? []).find((source) => source.id === id),
    /** Says which rows are in view. */
    look(firstRow: number, lastRow: number): void {
      const [from, to] = [pageOf(firstRow), pageOf(lastRow)]
      if (from !== view.from || to !== view.to) setView({ from, to })
    },
    /** The ids of all that match, the newest first, at most as many as can be changed at once. */
    async idsOfAll(): Promise<string[]> {
      const ids: string[] = []
      for (let page = 1; ids.length < limits.sourcesAtOnce; page += 1) {
        const { data } = await client.fetchQuery(sourcesQuery(agentId, filters, page))
        ids.push(...data.map(({ id }) => id))
        if (data.length < SOURCES_PER_PAGE) break
      }
      return [...new Set(ids)].slice(0, limits.sourcesAtOnce)
    },
  }
}

type Polled = Parameters<ReturnType<typeof pollWhile>>[0] & { state: { data: { data: Source[] } | undefined } }

export type SourcePages = ReturnType<typeof useSourcePages>
