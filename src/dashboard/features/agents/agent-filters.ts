import { api } from '#dashboard/api/api.ts'
import { oneOf, pageNumber, someText } from '#dashboard/lib/search.ts'

export interface AgentFilters {
  status?: 'active' | 'disabled' | undefined
  /** Id of an AI model. */
  model?: string | undefined
  page?: number | undefined
  /** The dialog for a new agent is open. */
  new?: true | undefined
}

export function readAgentFilters(search: Record<string, unknown>): AgentFilters {
  return {
    status: oneOf(search.status, ['active', 'disabled']),
    model: someText(search.model),
    page: pageNumber(search.page),
    new: search.new ? true : undefined,
  }
}

/** The page of agents that the filters ask for. */
export function agentsQuery(organization: string, { status, model, page }: AgentFilters) {
  return api.listAgents.queryOptions({ params: { organization }, query: { status, id: model, page } })
}
