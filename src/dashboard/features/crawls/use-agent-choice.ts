import { useQuery } from '@tanstack/react-query'
import type { Data } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'
import { useOrganization } from '#dashboard/api/session.ts'

const MOST_AGENTS = 100

export interface AgentChoice {
  /** All agents; undefined while loading. */
  all: Data<'listAgents'> | undefined
  chosen: Data<'listAgents'>[number] | undefined
  error: unknown
}

/** Determines the agents for which sources can be created; a single one is chosen automatically. */
export function useAgentChoice(agentId: string | undefined): AgentChoice {
  const organization = useOrganization()
  const agents = useQuery(
    api.listAgents.queryOptions({ params: { organization: organization.id }, query: { per_page: MOST_AGENTS } }),
  )
  const all = agents.data?.data
  const usable = all?.filter((agent) => !agent.is_disabled)
  const only = usable?.length === 1 ? usable[0] : undefined
  return { all, chosen: all?.find(({ id }) => id === agentId) ?? (agentId ? undefined : only), error: agents.error }
}
