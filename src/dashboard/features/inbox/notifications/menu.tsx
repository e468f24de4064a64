import Bell from 'lucide-react/icons/bell'
import BellRing from 'lucide-react/icons/bell-ring'
import { useOwnSettings } from '#dashboard/api/own-settings.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Popover } from '#dashboard/ui/popover.tsx'
import { NotificationSettings } from './notification-settings.tsx'

export function NotificationMenu() {
  const { notifications } = useOwnSettings() ?? {}
  const Icon = notifications?.sound || notifications?.desktop ? BellRing : Bell
  return (
    <Popover
      label="Sound and notifications"
      align="end"
      trigger={
        <Button variant="ghost" aria-label="Sound and notifications" className="w-control px-0">
          <Icon aria-hidden />
        </Button>
      }
    >
      <NotificationSettings />
    </Popover>
  )
}
