import { createFileRoute } from '@tanstack/react-router'
import { NotificationSettings } from '#dashboard/features/inbox/notifications/notification-settings.tsx'
import { NotificationsSection } from '#dashboard/features/settings/notifications-section.tsx'

export const Route = createFileRoute('/_app/settings/notifications')({
  component: () => (
    <NotificationsSection>
      <NotificationSettings />
    </NotificationsSection>
  ),
})
