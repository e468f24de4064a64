import { late } from '#dashboard/lib/late.tsx'
import { useNotificationChoice } from './choice.ts'

const Notifier = late(() => import('./notifier.tsx'), 'Notifier')

/** Plays a sound and shows a notification when a visitor begins to wait for a person, whichever screen is open. */
export function InboxNotifications() {
  const choice = useNotificationChoice()
  return (choice.sound || choice.desktop) && <Notifier {...choice} />
}
