import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { OrganizationCard } from './organization-card.tsx'
import { SettingsSection } from './settings-section.tsx'
import { WithOrganization } from './with-organization.tsx'

const skeleton = <Skeleton className="h-44 w-full rounded-lg" />

/** The section for the organization's name. */
export function OrganizationSection() {
  return (
    <SettingsSection title="Organization">
      <WithOrganization skeleton={skeleton}>
        {(organization) => <OrganizationCard organization={organization} />}
      </WithOrganization>
    </SettingsSection>
  )
}
