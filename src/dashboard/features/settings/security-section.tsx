import { late } from '#dashboard/lib/late.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { SettingsSection } from './settings-section.tsx'
import { TwoFactorCard } from './two-factor-card.tsx'

const PasswordCard = late(
  () => import('./form-cards.ts'),
  'PasswordCard',
  <Skeleton className="h-80 w-full max-sm:h-90 rounded-lg" />,
)

/** Loads the code of the first card, so that nothing below it moves when it shows. */
export const prepareSecurity = PasswordCard.preload

export function SecuritySection() {
  return (
    <SettingsSection title="Security">
      <PasswordCard />
      <TwoFactorCard />
      <SessionsCard />
    </SettingsSection>
  )
}
