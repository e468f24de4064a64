import { useQueries, useQuery } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import { useOrganization } from '#dashboard/api/session.ts'

const PER_PAGE = 100 // as many as an answer has at most

/** All of the organization's agents, however many pages their list has; undefined until the last of them is there. */
export function useAgents() {
  const params = { organization: useOrganization().id }
  const first = useQuery(api.listAgents.queryOptions({ params, query: { per_page: PER_PAGE } }))
  const more = Math.max((first.data?.meta.last_page ?? 1) - 1, 0)
  const others = useQueries({
    queries: Array.from({ length: more }, (_, index) =>
      api.listAgents.queryOptions({ params, query: { per_page: PER_PAGE, page: index + 2 } }),
    ),
  })
  const pages = [first, ...others]
  return {
    agents: pages.every(({ data }) => data) ? pages.flatMap(({ data }) => data?.data ?? []) : undefined,
    error: pages.find(({ error }) => error)?.error ?? null,
    retry: () => Promise.all(pages.map((page) => page.refetch())),
  }
}
