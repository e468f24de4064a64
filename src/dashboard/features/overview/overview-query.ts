import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import type { OverviewSearch } from './overview-search.ts'

export type Owner = { organization: string } | { agent: string }

const FRESH_MS = 10_000 // milliseconds; the overview's events do not tell of its number of waiting visitors

/** Query for the numbers of the chosen range, channel and agent. The previous numbers stay until these are loaded. */
export function overviewQuery(owner: Owner, search: OverviewSearch) {
  const asked = { range: search.range ?? ('7d' as const), channel: search.channel }
  const query =
    'agent' in owner
      ? api.getAgentOverview.queryOptions({ params: owner, query: asked })
      : api.getOverview.queryOptions({ params: owner, query: { ...asked, agent: search.agent } })
  return queryOptions({ ...query, placeholderData: keepPreviousData, refetchInterval: FRESH_MS })
}
