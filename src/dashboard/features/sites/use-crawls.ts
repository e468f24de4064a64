import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { TrainingStatus } from '#contract/enums.ts'
import type { Data } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'
import { pollWhile } from '#dashboard/api/poll-while.ts'

export type Crawl = Data<'listCrawls'>[number]

const PACE = { ms: 2_000, max: 20_000, live: 8_000 }
const PACE_OF_ONE = { ms: 1_000, max: 6_000, live: 2_500 }

const isGoingOn = (crawl: { status: TrainingStatus } | undefined): boolean =>
  crawl?.status === 'pending' || crawl?.status === 'processing'

/** One page of the organization's crawls. The state of those that go on is polled; the list is read again at an end. */
export function useCrawls(page: number | undefined) {
  const query = { page: page ?? 1 }
  const list = api.listCrawls.useQuery({
    query,
    placeholderData: keepPreviousData,
  })
  const goingOn = list.data?.data.filter(isGoingOn) ?? []
  const polled = useQueries({
    queries: goingOn.map(({ task_id: taskId }) => ({
      ...api.getCrawl.queryOptions({ params: { taskId } }),
      refetchInterval: pollWhile<Polled>(({ state }) => !state.error && isGoingOn(state.data), PACE),
    })),
  })
  const hasEnded = polled.some(({ data }) => data !== undefined && !isGoingOn(data))
  const { refetch } = list
  useEffect(() => {
    if (hasEnded) void refetch()
  }, [hasEnded, refetch])
  return list
}

/** A crawl and what it has left out so far, both polled while it goes on. */
export function useCrawl(taskId: string) {
  const params = { taskId }
  const crawl = api.getCrawl.useQuery({
    params,
    refetchInterval: pollWhile<Polled>(({ state }) => !state.error && isGoingOn(state.data), PACE_OF_ONE),
  })
  const full = api.getFullCrawl.useQuery({
    params,
    refetchInterval: pollWhile<Polled>(({ state }) => !state.error && isGoingOn(state.data), PACE_OF_ONE),
  })
  return { crawl, full }
}

type Polled = Parameters<ReturnType<typeof pollWhile>>[0] & { state: { data: { status: TrainingStatus } | undefined } }
