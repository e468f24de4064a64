import { api } from '#dashboard/api/api.ts'
import { pollWhile } from '#dashboard/api/poll-while.ts'
import { isUnderWay } from './plan-words.ts'

const PACE = { ms: 2_000, max: 20_000, live: 4_000 }

/** Query for the organization's websites, refetched while the plan of one is being made or applied. */
export function useSites() {
  return api.listSites.useQuery({
    refetchInterval: pollWhile(({ state }) => state.data?.some(({ plan }) => isUnderWay(plan)) ?? false, PACE),
  })
}
