import { Bell, BellRing } from 'lucide-react'
import { Button } from '#dashboard/ui/button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#dashboard/ui/popover.tsx'
import { SignalSettings } from './signal-settings.tsx'
import { useSignalChoice } from './signals.ts'

export function SignalMenu() {
  const { sound, desktop } = useSignalChoice()
  const Icon = sound || desktop ? BellRing : Bell
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button variant="ghost" aria-label="Sound and notifications" className="w-8 px-0">
          <Icon aria-hidden />
        </Button>
      </PopoverTrigger>
      <PopoverContent label="Sound and notifications" align="end">
        <SignalSettings />
      </PopoverContent>
    </Popover>
  )
}
