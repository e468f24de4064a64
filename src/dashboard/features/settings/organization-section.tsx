import { late } from '#dashboard/lib/late.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { SettingsSection } from './settings-section.tsx'
import { WithOrganization } from './with-organization.tsx'

const skeleton = <Skeleton className="h-44 w-full rounded-lg" />

const OrganizationCard = late(() => import('./form-cards.ts'), 'OrganizationCard', skeleton)

/** Has the form's code there when the screen shows. */
export const prepareOrganization = OrganizationCard.preload

/** What the organization is called. */
export function OrganizationSection() {
  return (
    <SettingsSection title="Organization">
      <WithOrganization skeleton={skeleton}>
        {(organization) => <OrganizationCard organization={organization} />}
      </WithOrganization>
    </SettingsSection>
  )
}
