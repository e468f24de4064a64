import { late } from '#dashboard/lib/late.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'

/** The form for sound and notifications, loaded on demand for a page of the settings. */
export const LateNotificationSettings = late(
  () => import('./notification-settings.tsx'),
  'NotificationSettings',
  <Skeleton className="h-28 w-full" />,
)
