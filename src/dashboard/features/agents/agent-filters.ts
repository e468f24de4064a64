import { api } from '#dashboard/api/api.ts'
import { among, isSet, pageNumber, searchReader, someText } from '#dashboard/lib/search.ts'

export const readAgentFilters = searchReader({
  status: among(['active', 'disabled']),
  /** Id of an AI model to filter by. */
  model: someText,
  page: pageNumber,
  /** Whether the dialog for a new agent is open. */
  new: isSet,
})

export type AgentFilters = ReturnType<typeof readAgentFilters>

/** Query for one page of the agents that match the filters. */
export function agentsQuery({ status, model, page }: AgentFilters) {
  return api.listFullAgents.queryOptions({ query: { status, id: model, page } })
}
