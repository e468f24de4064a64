import Volume2 from 'lucide-react/icons/volume-2'
import VolumeX from 'lucide-react/icons/volume-x'
import { Suspense } from 'react'
import { useOwnSettings } from '#dashboard/api/own-settings.ts'
import { loadable } from '#dashboard/lib/late.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { Popover } from '#dashboard/ui/popover.tsx'

const NotificationSettings = loadable(() => import('./notification-settings.tsx'), 'NotificationSettings')

export function NotificationMenu() {
  const { sound, desktop } = useOwnSettings()?.notifications.kinds.waiting ?? {}
  const Icon = sound || desktop ? Volume2 : VolumeX
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
