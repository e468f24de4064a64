import { useQuery } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import { pollWhile } from '#dashboard/api/poll-while.ts'
import { useOrganization } from '#dashboard/api/session.ts'
import { isUnderWay } from './plan-words.ts'

const PACE = { ms: 2_000, max: 20_000, live: 4_000 }

/** Query for the organization's websites, refetched while the plan of one is being made or applied. */
export function useSites() {
  const organization = useOrganization()
  return useQuery({
    ...api.listSites.queryOptions({ params: { organization: organization.id } }),
    refetchInterval: pollWhile(({ state }) => state.data?.some(({ plan }) => isUnderWay(plan)) ?? false, PACE),
  })
}
