import { createFileRoute } from '@tanstack/react-router'
import { requireRoleFor } from '#dashboard/api/session.ts'
import { gapsQuery, readGapSearch } from '#dashboard/features/gaps/gap-search.ts'
import { GapsPage } from '#dashboard/features/gaps/gaps-page.tsx'

export const Route = createFileRoute('/_app/agents/$agentId/knowledge/gaps')({
  validateSearch: readGapSearch,
  loaderDeps: ({ search: { state, sort, page } }) => ({ state, sort, page }),
  beforeLoad: () => requireRoleFor('listGaps'),
  loader: ({ context: { queryClient }, params: { agentId }, deps }) => {
    void queryClient.prefetchQuery(gapsQuery(agentId, deps))
  },
  component: GapsPage,
})
