import { api } from '#dashboard/api/api.ts'
import { oneOf, pageNumber, someText } from '#dashboard/lib/search.ts'

export interface AgentFilters {
  status?: 'active' | 'disabled' | undefined
  /** Id of an AI model to filter by. */
  model?: string | undefined
  page?: number | undefined
  /** Whether the dialog for a new agent is open. */
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

/** Query for one page of the agents that match the filters. */
export function agentsQuery(organization: string, { status, model, page }: AgentFilters) {
  return api.listFullAgents.queryOptions({ params: { organization }, query: { status, id: model, page } })
}
