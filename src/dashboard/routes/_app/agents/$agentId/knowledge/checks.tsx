import { createFileRoute } from '@tanstack/react-router'
import { ChecksPage } from '#dashboard/features/checks/checks-page.tsx'

// The search parameters are read by the screen's own code, as the code of routes is part of every first load.
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
