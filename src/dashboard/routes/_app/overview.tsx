import { createFileRoute } from '@tanstack/react-router'
import { PageSkeleton } from '#dashboard/components/page-skeleton.tsx'
import { late } from '#dashboard/lib/late.tsx'

const OverviewPage = late(
  () => import('#dashboard/features/overview/overview-page.tsx'),
  'OverviewPage',
  <PageSkeleton />,
)

// What the address says is read on the screen, since a route's own code is loaded with every screen.
export const Route = createFileRoute('/_app/overview')({
  validateSearch: (search) =>
    search as { range?: string; agent?: string; channel?: string; number?: string; part?: string },
  component: () => <OverviewPage />,
})
