import Bell from 'lucide-react/icons/bell'
import BellRing from 'lucide-react/icons/bell-ring'
import { Suspense } from 'react'
import { useOwnSettings } from '#dashboard/api/own-settings.ts'
import { loadable } from '#dashboard/lib/late.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { Popover } from '#dashboard/ui/popover.tsx'

const NotificationSettings = loadable(() => import('./notification-settings.tsx'), 'NotificationSettings')

export function NotificationMenu() {
  const { notifications } = useOwnSettings() ?? {}
  const Icon = notifications?.sound || notifications?.desktop ? BellRing : Bell
  return (
    <Popover
      label="Sound and notifications"
      align="end"
      preload={NotificationSettings.preload}
      trigger={
        <Button variant="ghost" aria-label="Sound and notifications" className="w-control px-0">
          <Icon aria-hidden />
        </Button>
      }
    >
      <Suspense>
        <NotificationSettings />
      </Suspense>
    </Popover>
  )
}
