import { createFileRoute } from '@tanstack/react-router'
import { GapsPage } from '#dashboard/features/gaps/gaps-page.tsx'

// The search parameters are read by the screen's own code, as the code of routes is part of every first load.
export const Route = createFileRoute('/_app/agents/$agentId/knowledge/gaps')({
  validateSearch: (search): { state?: unknown; sort?: unknown; page?: unknown; gap?: unknown } => search,
  component: GapsPage,
})
