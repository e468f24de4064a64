import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { late } from '#dashboard/lib/late.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'

const route = getRouteApi('/_app/agents/$agentId/knowledge/sources')
const SourceList = late(
  () => import('./source-list.tsx'),
  'SourceList',
  <Skeleton className="h-80 w-full rounded-lg" />,
)

/**
 * The screen of an agent's sources. The list's code is loaded on demand, as it includes code for rendering only the
 * rows in view.
 */
export function SourcesPage(): ReactNode {
  const { agentId } = route.useParams()
  return <SourceList key={agentId} /> // or another agent's list would begin with the sources and choices of this one
}
