import { useId, useState } from 'react'
import { useSettle } from '#dashboard/components/use-settle.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Switch } from '#dashboard/ui/switch.tsx'
import {
  askForNotifications,
  type NotificationState,
  notificationState,
  playChime,
  showNotification,
} from './browser.ts'

const why: Partial<Record<NotificationState, string>> = {
  denied:
    'This browser blocks notifications from here. Allow them in the site settings, beside the address, then switch this on.',
  unsupported: 'This browser shows notifications only for pages served over https.',
}

/** Settings for sound and desktop notifications. Each browser has its own permission to show the latter. */
export function NotificationSettings() {
  const [settings, settle] = useSettle()
  const { sound = false, desktop = false } = settings?.notifications ?? {}
  const [permission, setPermission] = useState(notificationState)
  const isOn = desktop && permission === 'granted'

  const turnOnDesktop = async (): Promise<boolean> => {
    const state = await askForNotifications()
    setPermission(state)
    if (state === 'granted') settle({ notifications: { desktop: true } })
    return state === 'granted'
  }
  const testDesktop = async () => {
    if (!isOn && !(await turnOnDesktop())) return
    showNotification({ title: 'A visitor is waiting', body: 'This is how you will be told.', tag: 'test' })
  }

  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted text-sm">When a visitor waits for a person:</p>
      <Setting
        label="Play a sound"
        testLabel="Test sound"
        onTest={() => void playChime()}
        isOn={sound}
        onChange={(wanted) => settle({ notifications: { sound: wanted } })}
      />
      <Setting
        label="Show a notification"
        testLabel="Test notification"
        onTest={() => void testDesktop()}
        isOn={isOn}
        onChange={(wanted) => (wanted ? void turnOnDesktop() : settle({ notifications: { desktop: false } }))}
        disabled={Boolean(why[permission])}
      />
      {why[permission] && <p className="text-muted text-sm">{why[permission]}</p>}
    </div>
  )
}

interface SettingProps {
  label: string
  testLabel: string
  onTest: () => void
  isOn: boolean
  onChange: (isOn: boolean) => void
  disabled?: boolean
}

function Setting({ label, testLabel, onTest, isOn, onChange, disabled = false }: SettingProps) {
  const id = useId()
  return (
    <div className="flex items-center gap-3">
      <label htmlFor={id} className="flex-1">
        {label}
      </label>
      <Button size="sm" aria-label={testLabel} onClick={onTest} disabled={disabled}>
        Test
      </Button>
      <Switch id={id} checked={isOn} disabled={disabled} onChange={(event) => onChange(event.target.checked)} />
    </div>
  )
}
