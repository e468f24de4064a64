import { PasswordCard } from './password-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { SettingsSection } from './settings-section.tsx'
import { TwoFactorCard } from './two-factor-card.tsx'

/** The section for the signed-in person's password, second factor and sessions. */
export function SecuritySection() {
  return (
    <SettingsSection title="Security">
      <PasswordCard />
      <TwoFactorCard />
      <SessionsCard />
    </SettingsSection>
  )
}
