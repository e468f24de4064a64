import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { pollWhile } from '#dashboard/api/poll-while.ts'
import { isTraining, SOURCES_PER_PAGE, type Source, type SourceFilters, sourcesQuery } from './source-filters.ts'

const PACE = { ms: 2_000, max: 20_000, live: 4_000 }

const pageOf = (index: number) => Math.floor(index / SOURCES_PER_PAGE) + 1

/** The first page, and those with rows in view, are kept up to date, each by its own query. */
export function useSourcePages(agentId: string, filters: SourceFilters) {
  const client = useQueryClient()
  const [view, setView] = useState({ from: 1, to: 1 })
  const query = (page: number) => ({
    ...sourcesQuery(agentId, filters, page),
    refetchInterval: pollWhile<Polled>(({ state }) => state.data?.data.some(isTraining) ?? false, PACE),
  })
  // The first page is always loaded for the total. `useQueries` can't keep the data of the previous filters.
  const first = useQuery({ ...query(1), placeholderData: keepPreviousData })
  const inView = Array.from({ length: view.to - view.from + 1 }, (_, at) => view.from + at)
  const wanted = [1, ...inView.filter((page) => page !== 1)]
  const pages = [first, ...useQueries({ queries: wanted.slice(1).map(query) })]
  const failed = pages.find(({ error }) => error !== null)
  return {
    total: first.data?.meta.total,
    /** Whether the sources are those of the previous filters, shown while the new ones are loading. */
    isOld: first.isPlaceholderData,
    error: failed?.error ?? null,
    retry: () => void failed?.refetch(),
    /** The source in a row; undefined while its page is loading. */
    at: (index: number): Source | undefined =>
      pages[wanted.indexOf(pageOf(index))]?.data?.data[index % SOURCES_PER_PAGE],
    known: (id: string): Source | undefined =>
      pages.flatMap(({ data }) => data?.data ?? []).find((source) => source.id === id),
    /** To be called with the indices of the first and last row in view, whose pages are then loaded. */
    look(firstRow: number, lastRow: number): void {
      const [from, to] = [pageOf(firstRow), pageOf(lastRow)]
      if (from !== view.from || to !== view.to) setView({ from, to })
    },
    /** The newest first, at most as many as one bulk operation may change. */
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
