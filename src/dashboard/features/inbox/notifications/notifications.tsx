import { useOwnSettings } from '#dashboard/api/own-settings.ts'
import { late } from '#dashboard/lib/late.tsx'

const Notifier = late(() => import('./notifier.tsx'), 'Notifier')

/** Tells the member, as they have chosen, of a visitor who begins to wait for them or for nobody, on any screen. */
export function InboxNotifications() {
  const { sound, desktop } = useOwnSettings()?.notifications ?? {}
  return (sound || desktop) && <Notifier sound={sound === true} desktop={desktop === true} />
}
