import { createFileRoute } from '@tanstack/react-router'
import { PageSkeleton } from '#dashboard/components/page-skeleton.tsx'
import { late } from '#dashboard/lib/late.tsx'

const OverviewPage = late(
  () => import('#dashboard/features/overview/overview-page.tsx'),
  'OverviewPage',
  <PageSkeleton />,
)

// The search parameters are read by the screen's own code, as the code of routes is part of every first load.
export const Route = createFileRoute('/_app/overview')({
  validateSearch: (search) =>
    search as { range?: string; agent?: string; channel?: string; number?: string; part?: string },
  component: () => <OverviewPage />,
})
