import { createFileRoute } from '@tanstack/react-router'
import { SitePage } from '#dashboard/features/sites/site-page.tsx'

// The search parameters are read by the screen's own code, as the code of routes is part of every first load.
export const Route = createFileRoute('/_app/agents/$agentId/knowledge/websites/$siteId')({
  validateSearch: (search): { text?: unknown; change?: unknown; find?: unknown } => search,
  component: SitePage,
})
