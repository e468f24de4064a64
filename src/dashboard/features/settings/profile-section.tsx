import { late } from '#dashboard/lib/late.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { AccountCard } from './account-card.tsx'
import { SettingsSection } from './settings-section.tsx'
import { ThemeCard } from './theme-card.tsx'

const NameCard = late(() => import('./form-cards.ts'), 'NameCard', <Skeleton className="h-44 w-full rounded-lg" />)

const EmailCard = late(() => import('./form-cards.ts'), 'EmailCard', <Skeleton className="h-72 w-full rounded-lg" />)

/** Loads the code of the first card, so that nothing below it moves when it shows. */
export const prepareProfile = NameCard.preload

export function ProfileSection() {
  return (
    <SettingsSection title="Profile">
      <NameCard />
      <EmailCard />
      <AccountCard />
      <ThemeCard />
    </SettingsSection>
  )
}
