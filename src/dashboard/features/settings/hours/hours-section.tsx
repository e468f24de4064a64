import { late } from '#dashboard/lib/late.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { SettingsSection } from '../settings-section.tsx'
import { WithOrganization } from '../with-organization.tsx'

const skeleton = <Skeleton className="h-[30rem] w-full rounded-lg" />

const HoursCard = late(() => import('./hours-card.tsx'), 'HoursCard', skeleton)

/** Loads the form's code, so that the screen does not show before it. */
export const prepareHours = HoursCard.preload

export function HoursSection() {
  return (
    <SettingsSection title="Working hours" description="When your team is there for visitors.">
      <WithOrganization skeleton={skeleton}>
        {(organization) => <HoursCard organization={organization} />}
      </WithOrganization>
    </SettingsSection>
  )
}
