import Bell from 'lucide-react/icons/bell'
import BellRing from 'lucide-react/icons/bell-ring'
import { Suspense } from 'react'
import { loadable } from '#dashboard/lib/late.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { Popover } from '#dashboard/ui/popover.tsx'
import { useSignalChoice } from './signal-choice.ts'

const SignalSettings = loadable(async () => (await import('./signal-settings.tsx')).SignalSettings)

export function SignalMenu() {
  const { sound, desktop } = useSignalChoice()
  const Icon = sound || desktop ? BellRing : Bell
  return (
    <Popover
      label="Sound and notifications"
      align="end"
      preload={SignalSettings.preload}
      trigger={
        <Button variant="ghost" aria-label="Sound and notifications" className="w-control px-0">
          <Icon aria-hidden />
        </Button>
      }
    >
      <Suspense>
        <SignalSettings />
      </Suspense>
    </Popover>
  )
}
