import { createFileRoute } from '@tanstack/react-router'
import { OverviewPage } from '#dashboard/features/overview/overview-page.tsx'

// What the address says is read on the screen, since a route's own code is loaded with every screen.
export const Route = createFileRoute('/_app/overview')({
  validateSearch: (search) =>
    search as { range?: string; agent?: string; channel?: string; number?: string; part?: string },
  component: OverviewPage,
})
