import { useOwnSettings } from '#dashboard/api/own-settings.ts'
import { Notifier } from './notifier.tsx'

/**
 * Plays a sound or shows a notification, as the member has chosen, when a visitor begins to wait in a conversation that
 * is unassigned or the member's own, whichever screen is open.
 */
export function InboxNotifications() {
  const { sound, desktop } = useOwnSettings()?.notifications ?? {}
  return (sound || desktop) && <Notifier sound={sound === true} desktop={desktop === true} />
}
