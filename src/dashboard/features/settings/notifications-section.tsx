import type { ReactNode } from 'react'
import { Card } from '#dashboard/components/card.tsx'
import { late } from '#dashboard/lib/late.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { SettingsSection } from './settings-section.tsx'

const skeleton = <Skeleton className="h-36 w-full rounded-lg" />

const MailCard = late(() => import('./mail-card.tsx'), 'MailCard', skeleton)
const AvailabilityCard = late(() => import('./availability-card.tsx'), 'AvailabilityCard', skeleton)

/** `children` is the form for notifications in the dashboard, passed in, as features do not import each other. */
export function NotificationsSection({ children }: { children: ReactNode }) {
  return (
    <SettingsSection title="Notifications">
      <AvailabilityCard />
      <Card
        title="In the dashboard"
        description="Kept for you. Whether notifications are permitted, each browser is asked."
      >
        {children}
      </Card>
      <MailCard />
    </SettingsSection>
  )
}
