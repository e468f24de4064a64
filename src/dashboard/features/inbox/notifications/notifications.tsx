import { useOwnSettings } from '#dashboard/api/own-settings.ts'
import { late } from '#dashboard/lib/late.tsx'

const Notifier = late(() => import('./notifier.tsx'), 'Notifier')

/** Plays a sound and shows a notification when a visitor begins to wait for a person, whichever screen is open. */
export function InboxNotifications() {
  const { sound, desktop } = useOwnSettings()?.notifications ?? {}
  return (sound || desktop) && <Notifier sound={sound === true} desktop={desktop === true} />
}
