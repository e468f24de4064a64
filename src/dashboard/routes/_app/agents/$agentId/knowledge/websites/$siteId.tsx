import { createFileRoute } from '@tanstack/react-router'
import { SitePage } from '#dashboard/features/sites/site-page.tsx'

// What the address says is read on the screen, since a route's own code is loaded with every screen.
export const Route = createFileRoute('/_app/agents/$agentId/knowledge/websites/$siteId')({
  validateSearch: (search): { text?: unknown; change?: unknown; find?: unknown } => search,
  component: SitePage,
})
