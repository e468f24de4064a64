import { createFileRoute } from '@tanstack/react-router'
import { NotificationsSection } from '#dashboard/features/settings/notifications-section.tsx'
import { late } from '#dashboard/lib/late.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'

/** The form for sound and notifications, which the inbox loads on demand as well. */
const NotificationSettings = late(
  () => import('#dashboard/features/inbox/notifications/notification-settings.tsx'),
  'NotificationSettings',
  <Skeleton className="h-28 w-full" />,
)

export const Route = createFileRoute('/_app/settings/notifications')({
  component: () => (
    <NotificationsSection>
      <NotificationSettings />
    </NotificationsSection>
  ),
})
