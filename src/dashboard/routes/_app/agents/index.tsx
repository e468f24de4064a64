import { createFileRoute } from '@tanstack/react-router'
import { agentsQuery, readAgentFilters } from '#dashboard/features/agents/agent-filters.ts'
import { AgentsPage } from '#dashboard/features/agents/agents-page.tsx'

export const Route = createFileRoute('/_app/agents/')({
  validateSearch: readAgentFilters,
  loaderDeps: ({ search: { status, model, page } }) => ({ status, model, page }),
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(agentsQuery(deps)),
  component: AgentsPage,
})
