import { api } from '#dashboard/api/api.ts'
import { ErrorState } from '#dashboard/components/error-state.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { SettingsSection } from '../settings-section.tsx'
import { SystemFigures } from './system-figures.tsx'
import { DoctorsFindings, SystemHealth } from './system-health.tsx'
import { WhatIsNew } from './what-is-new.tsx'

const LOOKED_AT_EVERY_MS = 30_000 // milliseconds; the state of the server is told by no event

export function SystemSection() {
  const system = api.getSystem.useQuery({ refetchInterval: LOOKED_AT_EVERY_MS })
  return (
    <SettingsSection
      title="System"
      description="How this installation is. Only owners of its first organization see it."
    >
      {system.data ? (
        <>
          <SystemHealth state={system.data} />
          <SystemFigures state={system.data} />
          <DoctorsFindings state={system.data} />
          {system.data.news && <WhatIsNew news={system.data.news} />}
        </>
      ) : system.error ? (
        <ErrorState error={system.error} onRetry={() => void system.refetch()} />
      ) : (
        <Skeleton className="h-96" />
      )}
    </SettingsSection>
  )
}
