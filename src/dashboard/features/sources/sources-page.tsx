import { late } from '#dashboard/lib/late.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'

/** The screen of an agent's sources. What lists as many as one scrolls is loaded once the page stands. */
export const SourcesPage = late(
  () => import('./source-list.tsx'),
  'SourceList',
  <Skeleton className="h-80 w-full rounded-lg" />,
)
