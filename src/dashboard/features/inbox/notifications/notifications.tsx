import { useOwnSettings } from '#dashboard/api/own-settings.ts'
import { late } from '#dashboard/lib/late.tsx'

const Tellers = late(() => import('./tellers.tsx'), 'Tellers')

/** Tells the member, as they have chosen, of what concerns them, on any screen. */
export function InboxNotifications() {
  const settings = useOwnSettings()
  return settings && <Tellers settings={settings} />
}
