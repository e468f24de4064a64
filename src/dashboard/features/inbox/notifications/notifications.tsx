import { useOwnSettings } from '#dashboard/api/own-settings.ts'
import { late } from '#dashboard/lib/late.tsx'

const Notifier = late(() => import('./notifier.tsx'), 'Notifier')

/**
 * Plays a sound or shows a notification, as the member has chosen, when a visitor begins to wait in a conversation that
 * is unassigned or the member's own, whichever screen is open.
 */
export function InboxNotifications() {
  const { sound, desktop } = useOwnSettings()?.notifications ?? {}
  return (sound || desktop) && <Notifier sound={sound === true} desktop={desktop === true} />
}
