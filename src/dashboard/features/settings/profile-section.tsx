import { AccountCard } from './account-card.tsx'
import { SettingsSection } from './settings-section.tsx'
import { ThemeCard } from './theme-card.tsx'

/** Who is signed in, and how this browser shows the dashboard. */
export function ProfileSection() {
  return (
    <SettingsSection title="Profile">
      <AccountCard />
      <ThemeCard />
    </SettingsSection>
  )
}
