import { usePermissions } from '#dashboard/lib/permissions.ts'
import { ImpactView } from './impact-view.tsx'
import type { ImpactChange } from './impact-words.ts'

/**
 * Shows what a change would do to past answers. Only to members who may ask for it.
 */
export function ImpactOf({ agentId, change }: { agentId: string; change: ImpactChange }) {
  const { may } = usePermissions()
  if (!may('createImpact')) return null
  return <ImpactView key={JSON.stringify(change)} agentId={agentId} change={change} />
}
