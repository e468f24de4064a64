import { useQuery } from '@tanstack/react-query'
import type { Data } from '#contract/index.ts'
import { call } from './client.ts'
import { useOrganization } from './session.ts'

const AGENTS_PER_PAGE = 100 // the most that the API returns at once

/** Query for all agents of the organization, from as many pages of the list as there are. */
export function useAgents() {
  const params = { organization: useOrganization().id }
  return useQuery({
    queryKey: ['listAgents', params, 'all'],
    async queryFn({ signal }) {
      const agents: Data<'listAgents'> = []
      for (let page = 1, last = 1; page <= last; page += 1) {
        const query = { per_page: AGENTS_PER_PAGE, page }
        const { data, meta } = await call('listAgents', { params, query }, { signal })
        agents.push(...data)
        last = meta.last_page
      }
      return agents
    },
  })
}
