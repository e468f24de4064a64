import { Suspense } from 'react'
import { loadable } from '#dashboard/lib/late.tsx'
import { useNotificationChoice } from './choice.ts'

const InboxNotifications = loadable(async () => (await import('./notifications.tsx')).InboxNotifications)

/** Part of the frame of every screen. The code for notifications is only loaded once somebody has switched them on. */
export function Notifications() {
  const { sound, desktop } = useNotificationChoice()
  if (!sound && !desktop) return null
  return (
    <Suspense>
      <InboxNotifications />
    </Suspense>
  )
}
