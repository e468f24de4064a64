import { createFileRoute } from '@tanstack/react-router'
import { GapsPage } from '#dashboard/features/gaps/gaps-page.tsx'

// What the address says is read on the screen, since a route's own code is loaded with every screen.
export const Route = createFileRoute('/_app/agents/$agentId/knowledge/gaps')({
  validateSearch: (search): { state?: unknown; sort?: unknown; page?: unknown; gap?: unknown } => search,
  component: GapsPage,
})
