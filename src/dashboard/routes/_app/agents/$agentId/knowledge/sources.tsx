import { createFileRoute } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import { readSourceSearch, sourcesQuery } from '#dashboard/features/sources/source-filters.ts'
import { SourcesPage } from '#dashboard/features/sources/sources-page.tsx'

export const Route = createFileRoute('/_app/agents/$agentId/knowledge/sources')({
  validateSearch: readSourceSearch,
  loaderDeps: ({ search: { type, status, q } }) => ({ type, status, q }),
  loader: ({ context: { queryClient }, params: { agentId }, deps }) => {
    void queryClient.prefetchQuery(sourcesQuery(agentId, deps))
    void queryClient.prefetchQuery(api.listDrafts.queryOptions({ params: { agent: agentId } }))
  },
  component: SourcesPage,
})
