import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '#dashboard/api/api.ts'
import { useOrganization } from '#dashboard/api/session.ts'
import type { Answer } from '#dashboard/api/types.ts'

export type Agent = Answer<'getAgent'>

const MOST = 100 // agents; one page of the list. An agent that is not on it is fetched by itself (`useAgent`)
const FRESH_MS = 5 * 60_000

/** The first agents of the organization, at most `MOST`, for the filter and for their names. */
export function useAgents(): readonly Agent[] {
  return useAgentList().data?.data ?? none
}

function useAgentList() {
  const organization = useOrganization()
  return useQuery({
    ...api.listAgents.queryOptions({ params: { organization: organization.id }, query: { per_page: MOST } }),
    staleTime: FRESH_MS,
  })
}

const none: readonly Agent[] = []

/** The names by which lines of a list tell agents apart, by id; none where there is only one agent. */
export function useAgentNames(): ReadonlyMap<string, string> {
  const agents = useAgents()
  return useMemo(() => new Map(agents.length > 1 ? agents.map(({ id, name }) => [id, name]) : []), [agents])
}

/** One agent, from the list of agents or, if missing there, fetched by itself. */
export function useAgent(agentId: string): Agent | undefined {
  const list = useAgentList()
  const listed = list.data?.data.find(({ id }) => id === agentId)
  const { data } = useQuery({
    ...api.getAgent.queryOptions({ params: { agent: agentId } }),
    staleTime: FRESH_MS,
    enabled: !list.isPending && !listed,
  })
  return listed ?? data
}
