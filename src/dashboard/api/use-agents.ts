import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Data } from '#contract/index.ts'
import { api } from './api.ts'
import { call } from './client.ts'

export type Agent = Data<'listAgents'>[number]

const AGENTS_PER_PAGE = 100 // the most that the API returns at once
const FRESH_MS = 5 * 60_000 // events tell of changes before that

/** Query for all agents of the organization, from as many pages of the list as there are. */
export function useAgents() {
  return useQuery({
    queryKey: [...api.listAgents.key({}), 'all'],
    staleTime: FRESH_MS,
    async queryFn({ signal }) {
      const agents: Agent[] = []
      for (let page = 1, last = 1; page <= last; page += 1) {
        const query = { per_page: AGENTS_PER_PAGE, page }
        const { data, meta } = await call('listAgents', { query }, { signal })
        agents.push(...data)
        last = meta.last_page
      }
      return agents
    },
  })
}

/** The names by which lines of a list tell agents apart, by id; none where there is only one agent. */
export function useAgentNames(): ReadonlyMap<string, string> {
  const { data } = useAgents()
  return useMemo(() => new Map(data && data.length > 1 ? data.map(({ id, name }) => [id, name]) : []), [data])
}
