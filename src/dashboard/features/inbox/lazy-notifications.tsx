import { Suspense } from 'react'
import { loadable } from '#dashboard/lib/late.tsx'
import { useNotificationChoice } from './notification-choice.ts'

const InboxNotifications = loadable(async () => (await import('./inbox-notifications.tsx')).InboxNotifications)

/** For the frame of every screen: nothing is loaded until somebody has asked to be told. */
export function Notifications() {
  const { sound, desktop } = useNotificationChoice()
  if (!sound && !desktop) return null
  return (
    <Suspense>
      <InboxNotifications />
    </Suspense>
  )
}
