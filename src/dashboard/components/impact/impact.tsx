import { late } from '#dashboard/lib/late.tsx'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import type { ImpactChange } from './impact-words.ts'

const ImpactView = late(
  () => import('./impact-view.tsx'),
  'ImpactView',
  <div className="mt-2">
    <Skeleton className="w-4/5" />
  </div>,
)

/** Shows what a change would do to past answers, to members who may ask for it. */
export function ImpactOf({ agentId, change }: { agentId: string; change: ImpactChange }) {
  const { may } = usePermissions()
  if (!may('createImpact')) return null
  return <ImpactView key={JSON.stringify(change)} agentId={agentId} change={change} />
}
