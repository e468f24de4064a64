import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import type { OverviewSearch } from './overview-search.ts'

export type Owner = { organization: string } | { agent: string }

export const FRESH_MS = 10_000 // milliseconds; no event of the stream tells of the overview, as nearly all would

/** Query for the numbers of the chosen range, channel and agent. The previous numbers stay until these are loaded. */
export function overviewQuery(owner: Owner, search: OverviewSearch) {
  const asked = { range: search.range ?? ('7d' as const), channel: search.channel }
  const query =
    'agent' in owner
      ? api.getAgentOverview.queryOptions({ params: owner, query: asked })
      : api.getOverview.queryOptions({ params: owner, query: { ...asked, agent: search.agent } })
  return queryOptions({ ...query, placeholderData: keepPreviousData, staleTime: FRESH_MS, refetchInterval: FRESH_MS })
}
