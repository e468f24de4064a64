import { late } from '#dashboard/lib/late.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'

/** The form of sound and notifications for a page of the settings, whose other parts show before it. */
export const LateNotificationSettings = late(
  () => import('./notification-settings.tsx'),
  'NotificationSettings',
  <Skeleton className="h-28 w-full" />,
)
