import { late } from '#dashboard/lib/late.tsx'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { AccountCard } from './account-card.tsx'
import { SettingsSection } from './settings-section.tsx'
import { ThemeCard } from './theme-card.tsx'

const NameCard = late(() => import('./form-cards.ts'), 'NameCard', <Skeleton className="h-44 w-full rounded-lg" />)

const EmailCard = late(() => import('./form-cards.ts'), 'EmailCard', <Skeleton className="h-72 w-full rounded-lg" />)

/** Has the first card's code there when the screen shows, so that nothing below it moves. */
export const prepareProfile = NameCard.preload

/** Who is signed in, and how this browser shows the dashboard. */
export function ProfileSection() {
  const { ownApi } = usePermissions()
  return (
    <SettingsSection title="Profile">
      {ownApi && <NameCard />}
      {ownApi && <EmailCard />}
      <AccountCard />
      <ThemeCard />
    </SettingsSection>
  )
}
