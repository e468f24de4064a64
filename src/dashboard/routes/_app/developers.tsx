import { createFileRoute } from '@tanstack/react-router'
import { PageSkeleton } from '#dashboard/components/page-skeleton.tsx'
import { late } from '#dashboard/lib/late.tsx'
import { someText } from '#dashboard/lib/search.ts'

// Load the reference on demand: it contains the contract's schemas, which are larger than the rest of the page.
const DevelopersPage = late(
  () => import('#dashboard/features/developers/developers-page.tsx'),
  'DevelopersPage',
  <PageSkeleton />,
)

export const Route = createFileRoute('/_app/developers')({
  validateSearch: (search): { q?: string | undefined } => ({ q: someText(search.q) }),
  component: () => <DevelopersPage />,
})
