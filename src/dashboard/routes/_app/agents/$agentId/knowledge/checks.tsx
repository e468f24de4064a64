import { createFileRoute } from '@tanstack/react-router'
import { ChecksPage } from '#dashboard/features/checks/checks-page.tsx'

// What the address says is read on the screen, since a route's own code is loaded with every screen.
export const Route = createFileRoute('/_app/agents/$agentId/knowledge/checks')({
  validateSearch: (
    search,
  ): {
    check?: unknown
    run?: unknown
    page?: unknown
    add?: unknown
    question?: unknown
    expects?: unknown
    cites?: unknown
  } => search,
  component: ChecksPage,
})
