import { api } from '#dashboard/api/api.ts'
import { oneOf, pageNumber, someText } from '#dashboard/lib/search.ts'

export interface AgentFilters {
  status?: 'active' | 'disabled'
  /** Id of an AI model. */
  model?: string
  page?: number
  /** The dialog for a new agent is open. */
  new?: true
}

export function readAgentFilters(search: Record<string, unknown>): AgentFilters {
  const status = oneOf(search.status, ['active', 'disabled'])
  const model = someText(search.model)
  const page = pageNumber(search.page)
  return {
    ...(status && { status }),
    ...(model && { model }),
    ...(page && { page }),
    ...(Boolean(search.new) && { new: true as const }),
  }
}

/** The page of agents that the filters ask for. */
export function agentsQuery(organization: string, { status, model, page }: AgentFilters) {
  return api.listAgents.queryOptions({ params: { organization }, query: { status, id: model, page } })
}
