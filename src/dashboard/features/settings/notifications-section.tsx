import type { ReactNode } from 'react'
import { Card } from '#dashboard/components/card.tsx'
import { SettingsSection } from './settings-section.tsx'

/** When one is told that a visitor waits. `children` is the inbox's own form. */
export function NotificationsSection({ children }: { children: ReactNode }) {
  return (
    <SettingsSection title="Notifications">
      <Card title="In this browser" description="Kept in this browser.">
        {children}
      </Card>
    </SettingsSection>
  )
}
