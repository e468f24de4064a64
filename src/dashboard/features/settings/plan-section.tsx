import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { PlanCard } from './plan-card.tsx'
import { SettingsSection } from './settings-section.tsx'
import { UsageCard } from './usage-card.tsx'
import { WithOrganization } from './with-organization.tsx'

const skeleton = (
  <>
    <Skeleton className="h-56 w-full rounded-lg" />
    <Skeleton className="h-64 w-full rounded-lg" />
  </>
)

export function PlanSection() {
  return (
    <SettingsSection title="Plan and usage">
      <WithOrganization skeleton={skeleton}>
        {(organization) => (
          <>
            <PlanCard organization={organization} />
            <UsageCard usage={organization.usage} />
          </>
        )}
      </WithOrganization>
    </SettingsSection>
  )
}
