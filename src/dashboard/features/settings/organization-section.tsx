import { late } from '#dashboard/lib/late.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { SettingsSection } from './settings-section.tsx'
import { WithOrganization } from './with-organization.tsx'

const skeleton = <Skeleton className="h-44 w-full rounded-lg" />

const OrganizationCard = late(() => import('./form-cards.ts'), 'OrganizationCard', skeleton)

/** Loads the form's code, so that the screen does not show before it. */
export const prepareOrganization = OrganizationCard.preload

export function OrganizationSection() {
  return (
    <SettingsSection title="Organization">
      <WithOrganization skeleton={skeleton}>
        {(organization) => <OrganizationCard organization={organization} />}
      </WithOrganization>
    </SettingsSection>
  )
}
