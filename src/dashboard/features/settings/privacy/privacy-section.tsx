import { usePermissions } from '#dashboard/lib/permissions.ts'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { SettingsSection } from '../settings-section.tsx'
import { WithOrganization } from '../with-organization.tsx'
import { RetentionCard } from './retention-card.tsx'
import { VisitorsCard } from './visitors-card.tsx'

export function PrivacySection() {
  const { may } = usePermissions()
  return (
    <SettingsSection
      title="Privacy"
      description="Give visitors their data, erase them, and keep nothing longer than you need."
    >
      <VisitorsCard />
      {may('updateOrganization') && (
        <WithOrganization skeleton={<Skeleton className="h-44 w-full rounded-lg" />}>
          {(organization) => <RetentionCard key={organization.retention_days} organization={organization} />}
        </WithOrganization>
      )}
    </SettingsSection>
  )
}
