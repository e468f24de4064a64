import { createFileRoute } from '@tanstack/react-router'
import { LateNotificationSettings } from '#dashboard/features/inbox/notifications/late-settings.tsx'
import { NotificationsSection } from '#dashboard/features/settings/notifications-section.tsx'

export const Route = createFileRoute('/_app/settings/notifications')({
  component: () => (
    <NotificationsSection>
      <LateNotificationSettings />
    </NotificationsSection>
  ),
})
