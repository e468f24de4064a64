import { AccountCard } from './account-card.tsx'
import { EmailCard } from './email-card.tsx'
import { NameCard } from './name-card.tsx'
import { SettingsSection } from './settings-section.tsx'
import { ThemeCard } from './theme-card.tsx'

/** The section for the signed-in person's name and e-mail address, for signing out, and for this browser's theme. */
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
